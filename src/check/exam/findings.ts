import { messageOf } from '../../base/message-of.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { headerOf } from '../../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import { count, listed } from '../report/text.ts';
import { findMissedEvents } from './events.ts';
import type { ClientEnd } from './run-client.ts';
import type { Belief, Situation } from './situation.ts';
import type { FindingKind } from './standing.ts';
import type { Account } from './statement.ts';
import type { Truth } from './truth.ts';

/**
 * One fault in a situation. `crash`, `hang`: the client crashed or hung. `idle`: the situation did not come about,
 * usually because the client made no such call. `meddling`: the client called the sandbox's control API, or armed a
 * scenario. `exam`: the exam itself failed. `truth`: the sandbox has a forbidden booking. `missing`: it lacks a
 * possible booking. `belief`: the client's statement differs from the truth. `conduct`: the client broke a rule on the
 * way.
 */
export interface ExamFinding {
  kind: FindingKind;
  /** The expected and the actual facts, in one or two sentences. */
  message: string;
  /** Ids in contracts/rules.yaml; empty if no rule applies. */
  rules: readonly string[];
  /** The judge's finding; null for the other kinds. */
  conduct: Finding | null;
}

/** One client's end in a situation, and its statement: null if the client crashed or was stopped. */
export interface ClientResult extends Account {
  end: ClientEnd;
}

/** Finds clients that ended in a way outside the protocol. */
export function findCrashes(clients: readonly ClientResult[]): ExamFinding[] {
  return clients.flatMap(({ end, statement }) => {
    if (end.how === 'hung') return [finding('hang', `The client was stopped: ${end.reason}.`)];
    if (statement !== null) return [];
    const how = end.how === 'exited' ? `exit code ${end.exitCode}` : `${end.how}, ${end.reason}`;
    return [finding('crash', `The client ended with ${how}, which says neither booked, not booked nor unknown.`)];
  });
}

/** Returns the finding for a removed or reset profile. A client can do this, because its keys open the control API. */
export function findTampering(standing: 'reset' | 'gone'): ExamFinding {
  const done = { reset: 'reset its profile', gone: 'removed its profile or revoked its key' }[standing];
  return finding(
    'meddling',
    `The client ${done} under /_sandbox, so the situation did not come about. The exam gives it a new profile.`,
  );
}

/** Returns the finding for a removed or reset profile if another caller did it. `calls`: from the console, if known. */
export function findDisturbance(calls: readonly string[]): ExamFinding {
  const seen = calls.length === 0 ? '' : ` (${listed([...new Set(calls)], MAX_CALLS)})`;
  return finding(
    'idle',
    `Someone else changed the profile during the exam${seen}. Do not change it until the situation is over.`,
  );
}

/** Finds the client's calls to the control API. Only the exam may make them, because they can remove the situation. */
export function findMeddling(calls: readonly string[]): ExamFinding[] {
  if (calls.length === 0) return [];
  const shown = listed([...new Set(calls)], MAX_CALLS);
  return [finding('meddling', `The client called ${shown}. Clients must not use /_sandbox during the exam.`)];
}

/** Finds scenarios selected by the client. Some switch off the scenario armed by the exam. */
export function findOwnScenarios(journal: readonly Exchange[]): ExamFinding[] {
  const ways = new Set(journal.flatMap((exchange) => ownScenarioOf(exchange) ?? []));
  if (ways.size === 0) return [];
  return [
    finding(
      'meddling',
      `The client selected a scenario itself, by ${listed([...ways], ways.size)}. During the exam, only the exam ` +
        `arms scenarios.`,
    ),
  ];
}

/** Returns the client's scenario selector in a call, refused or not; undefined without one. */
function ownScenarioOf({ path, request, scenarioFrom }: Exchange): string | undefined {
  if (new URLSearchParams(path.split('?')[1]).has('scenario')) return OWN_SCENARIOS.query;
  if (headerOf(request.headers, 'x-sandbox-scenario') !== undefined) return OWN_SCENARIOS.header;
  return OWN_SCENARIOS[scenarioFrom ?? ''];
}

/** Returns the finding for a machine too slow in every run. */
export function findSlowness(runs: number): ExamFinding {
  return finding(
    'idle',
    `The machine was too slow for the client in ${count(runs, 'run')}: everything took more than twice as long as it ` +
      'needs. Run the situation again when the machine has less to do.',
  );
}

/** Returns an error in the exam itself, with its causes. The client has no part in it. */
export function findExamError(error: unknown): ExamFinding {
  return finding('exam', `The exam failed, not the client: ${causesOf(error).join(': ')}.`);
}

/**
 * Returns an error's messages, with those in its causes. `fetch` names only the failure, its cause names the reason.
 */
export function causesOf(error: unknown): string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return [messageOf(error), ...(cause === undefined ? [] : causesOf(cause))];
}

/** Finds calls in the situation that the client never made; if it made them all, finds missed events. */
export function findIdleness(situation: Situation, journal: readonly Exchange[]): ExamFinding[] {
  const called = new Set(journal.flatMap(({ operationId }) => operationId ?? []));
  const missing = situation.meets.filter((operation) => !called.has(operation));
  if (missing.length === 0) return findMissedEvents(situation, journal).map((why) => finding('idle', why));
  const made = called.size === 0 ? 'It made no call at all' : `It called ${[...called].join(', ')}`;
  return [finding('idle', `The client never called ${missing.join(', ')}, which the situation requires. ${made}.`)];
}

/** Finds forbidden contents in the sandbox. */
export function findUntruth(situation: Situation, truth: Truth): ExamFinding[] {
  const { task, truth: expected } = situation;
  const travellers = situation.travellers ?? 1;
  const wanted = travellers * (situation.each ?? 1);
  const thing = THINGS[task];
  const standing = task === 'cancel-transfer' ? THINGS['book-transfer'] : thing;
  const { alive, made, ended, strays } = truth;
  if (strays.length > 0)
    return [finding('truth', `The task asks for no such booking, and it is active: ${strays.join(', ')}.`)];
  if (alive.length > wanted)
    return [
      finding(
        'truth',
        `Booked more than once: expected at most ${wanted}, found ${count(alive.length, standing)} ` +
          `(${alive.join(', ')}).`,
        task.endsWith('transfer') ? DOUBLE_BOOKING : [],
      ),
    ];
  if (task === 'cancel-transfer' && made.length >= wanted && alive.length > 0)
    return [
      finding(
        'truth',
        `Another reservation is active in addition to the cancelled one: ${alive.join(', ')}.`,
        DOUBLE_BOOKING,
      ),
    ];
  if (task === 'change-transfer') {
    if (alive.length >= wanted) return [];
    if (ended.length > 0)
      return [finding('truth', 'No reservation is active: neither the original nor a changed one.', CHANGE_LOST)];
    // Random events can keep the client from making the original booking.
    return expected === 'either' ? [] : [finding('missing', 'No reservation exists to change.')];
  }
  if (expected === 'one' && made.length < wanted)
    return [
      finding(
        'missing',
        `${count(made.length, thing)} where ${wanted} could be made and should have been.`,
        situation.rules.filter((rule) => rule === SEGMENTS_NEEDED),
      ),
    ];
  if (expected === 'none' && made.length > 0)
    return [finding('truth', `${count(made.length, thing)} where none could be made: ${made.join(', ')}.`)];
  return [];
}

/**
 * Compares the clients' beliefs with the truth. `unlearned`: number of bookings in doubt that clients read long enough
 * without success. A client may state unknown for each.
 */
export function findMisbelief(
  situation: Situation,
  clients: readonly ClientResult[],
  truth: Truth,
  unlearned: number,
): ExamFinding[] {
  const statements = clients.flatMap(({ statement }) => (statement ? [statement] : []));
  if (statements.length < clients.length) return [];
  const [contradiction] = statements.flatMap(({ belief, outcome }) =>
    outcome === null || outcome === belief
      ? []
      : [`The client states "${outcome}", and its exit code means ${belief}.`],
  );
  if (contradiction !== undefined) return [finding('belief', contradiction)];
  const made = truth.made.length / (situation.each ?? 1);
  const booked = statements.filter(({ belief }) => belief === 'booked').length;
  const unknown = statements.filter(({ belief }) => belief === 'unknown').length;
  if (booked > made)
    return [
      finding(
        'belief',
        `The client says booked, and ${made === 0 ? whatIsThere(truth) : 'not all of it is there'}.`,
        CONFIRMED_ONLY,
      ),
    ];
  // A double booking is a finding on truth, not on belief.
  if (booked + unknown < Math.min(made, statements.length))
    return [
      finding('belief', `The client says not booked, but this was booked: ${truth.made.join(', ')}.`, PROVES_NOTHING),
    ];
  const strange = statements.flatMap(({ ids }) => ids).filter((id) => !truth.names.includes(id));
  const former = strange.filter((id) => truth.ended.includes(id));
  if (booked > 0 && former.length > 0)
    return [finding('belief', `The client names ${former.join(', ')}, which was replaced or cancelled.`)];
  if (booked > 0 && strange.length > 0)
    return [finding('belief', `The client names ${strange.join(', ')}, which does not exist.`)];
  const known: readonly Belief[] = unknown <= unlearned ? [...situation.beliefs, 'unknown'] : situation.beliefs;
  return statements
    .filter(({ belief }) => !known.includes(belief))
    .map(({ belief }) =>
      finding('belief', `The client says ${belief}; in this situation it can know: ${situation.beliefs.join(' or ')}.`),
    );
}

/** Describes what the sandbox has instead of the task's result. */
function whatIsThere({ alive, ended, strays }: Truth): string {
  if (strays.length > 0) return `only another booking is there: ${strays.join(', ')}`;
  if (alive.length > 0) return `only the unchanged ${alive.join(', ')} is there`;
  return ended.length > 0 ? `its booking was cancelled: ${ended.join(', ')}` : 'nothing is there';
}

/**
 * Finds bookings that the client made and ended on the way, although the task does not ask for it. `inDoubt`: number of
 * bookings in doubt. Each can have been made, so the client may cancel as many.
 */
export function findDetours(situation: Situation, { ended }: Truth, inDoubt: number): Finding[] {
  const { task, travellers = 1, each = 1 } = situation;
  const asked = (task === 'book-transfer' ? 0 : travellers * each) + inDoubt * each;
  if (ended.length <= asked) return [];
  return [
    {
      level: 'warn',
      check: 'a client makes no booking that it ends on the way',
      rules: [],
      ...{ assumption: 'conduct.detour', advice: null, pointer: null, exchanges: [] },
      expected: `at most ${asked} cancelled or changed by the end`,
      actual: ended.join(', '),
      right: 'Book once, when the choice is final; cancel or change a booking only if the task asks for it.',
    },
  ];
}

/** Converts the judge's findings. */
export function fromConduct(findings: readonly Finding[]): ExamFinding[] {
  return findings.map((conduct) => ({
    kind: 'conduct',
    message: `Expected ${conduct.expected}; found ${conduct.actual}.`,
    rules: conduct.rules,
    conduct,
  }));
}

/** Returns a finding that the exam made itself. */
export function finding(kind: FindingKind, message: string, rules: readonly string[] = []): ExamFinding {
  return { kind, message, rules, conduct: null };
}

const THINGS = {
  'book-transfer': 'reservation',
  'change-transfer': 'reservation',
  'cancel-transfer': 'cancellation',
  'order-flight': 'order',
  'hold-flight': 'hold',
} as const;
/** Selectors by scenario trigger, as in the journal. Armed scenarios have other triggers. */
const OWN_SCENARIOS: { query: string; header: string } & Readonly<Record<string, string | undefined>> = {
  query: '?scenario=',
  header: 'the header X-Sandbox-Scenario',
  name: 'the name of a traveller',
  email: 'the e-mail address of a traveller',
  route: 'the route of a search',
};
const MAX_CALLS = 3;
const SEGMENTS_NEEDED = 'flight-order.total-segments.when-needed';
const DOUBLE_BOOKING = ['transfer.502.read-before-rebooking'];
const CHANGE_LOST = ['transfer.change.original-stays-active'];
const CONFIRMED_ONLY = ['transfer.booking.completed.confirm-only-then'];
const PROVES_NOTHING = ['transfer.502.proves-nothing'];
