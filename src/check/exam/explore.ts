import { Random } from '../../base/ids.ts';
import type { SituationResult } from './result.ts';
import { gravest } from './second-run.ts';
import type { Situation, Task } from './situation.ts';

/** Runs a client in a situation. */
export type Try = (situation: Situation) => Promise<SituationResult>;

/** A failed run, and the shortest failed run found from it. */
export interface Discovery {
  task: Task;
  /** Events in the original run. */
  events: readonly string[];
  /** Events in the shortest run: without any one, the client passes. */
  shortest: readonly string[];
  result: SituationResult;
}

/** Draws the events for the n-th run. The same seed gives the same events. */
export function drawEvents(seed: string, n: number, tasks: readonly Task[]): { task: Task; events: string[] } {
  const random = new Random(`explore/${seed}/${n}`);
  const task = random.pick(tasks);
  const drawn = Array.from({ length: random.int(1, MAX_EVENTS) }, () => drawEvent(random, task));
  // Two events for one operation contradict each other.
  const events = [...new Map(drawn.map((event) => [event.split(':', 1)[0], event])).values()];
  if (random.chance(RESENDS_BOOK)) events.push(`${COMMITS[task]}:resend-double-books`);
  return { task, events };
}

/**
 * Removes events and lowers their counts while the client still fails with its gravest finding kind. Resolves with the
 * shortest list and its result.
 */
export async function shrink(
  task: Task,
  events: readonly string[],
  failed: SituationResult,
  attempt: Try,
): Promise<{ shortest: readonly string[]; result: SituationResult }> {
  let [shortest, result] = [events, failed];
  for (let i = 0, lesser = lessThan(shortest); i < lesser.length;) {
    const events = lesser[i] ?? [];
    const tried = await attempt(toSituation(task, events));
    if (gravest(tried) === gravest(failed)) [shortest, result, i, lesser] = [events, tried, 0, lessThan(events)];
    else i++;
  }
  return { shortest, result };
}

/** Returns the lists with one event fewer, then the lists with one lower count. */
function lessThan(events: readonly string[]): (readonly string[])[] {
  const fewer = events.length > 1 ? events.map((_, i) => events.filter((__, at) => at !== i)) : [];
  const lower = events.flatMap((event, i) =>
    ['calls', 'reads'].flatMap((name) => {
      const lowered = event.replace(new RegExp(`(?<=\\b${name}=)[2-9]`), (count) => String(Number(count) - 1));
      return lowered === event ? [] : [events.with(i, lowered)];
    }),
  );
  return [...fewer, ...lower];
}

/** Returns events as a situation. Any outcome is allowed, but the client's belief must agree with the truth. */
export function toSituation(task: Task, events: readonly string[]): Situation {
  return {
    name: `explore.${task}`,
    task,
    title: events.join(', '),
    armed: events.join(','),
    truth: 'either',
    beliefs: ['booked', 'not booked', 'unknown'],
    rules: [],
    meets: [],
    needs: 'none',
    since: 1,
  };
}

function drawEvent(random: Random, task: Task): string {
  const [operation, names] = random.pick(EVENTS[task]);
  const name = random.pick(names);
  const calls = random.chance(LASTING) ? '' : `calls=${random.int(1, 2)}`;
  if (WHOLE.has(name)) return `${operation}:${name}`;
  const parameters = [...(PARAMETERS[name]?.(random) ?? []), calls].filter((text) => text !== '');
  return `${operation}:${name}${parameters.length > 0 ? `(${parameters.join(',')})` : ''}`;
}

type Events = readonly (readonly [operation: string, scenarios: readonly string[]])[];

const LOST = ['dropped', 'timeout', 'server-error', 'truncated-body', 'malformed-body'];
const LOST_AFTER_COMMIT = ['dropped-after-commit', 'timeout-after-commit', 'server-error-after-commit'];
const LOST_BY_SUPPLIER = ['502', '502-after-commit', '502-late'];
const OUTCOMES = ['pending', 'pending-then-failed', 'pending-forever', 'failed'];
const BOOKING = [...LOST, ...LOST_AFTER_COMMIT, ...LOST_BY_SUPPLIER, ...OUTCOMES, 'slow'];
const READING = [...LOST, '502', 'slow'];
const TRANSFER: Events = [
  ['book', BOOKING],
  ['book', BOOKING],
  ['read', READING],
  ['pricing', [...READING, 'expired-token', 'expires-between-pricing-and-book', 'search-expired']],
  ['search', [...LOST, '502', 'no-offers', 'short-lived']],
];
const ORDER: Events = [
  ['order', [...LOST, ...LOST_AFTER_COMMIT, 'order-refused', 'price-changed', 'expired-offer']],
  ['required-fields', LOST],
  [
    'flight-search',
    ['documents-required', 'dni-allowed', 'segments-required', 'provider-0-down', 'no-offers', 'dropped'],
  ],
];
const EVENTS: Readonly<Record<Task, Events>> = {
  'book-transfer': TRANSFER,
  'change-transfer': [...TRANSFER.slice(2, 4), ['change', BOOKING], ['change-search', [...LOST, 'no-offers']]],
  'cancel-transfer': [
    ...TRANSFER.slice(2, 4),
    ['cancel', [...LOST, ...LOST_AFTER_COMMIT, ...LOST_BY_SUPPLIER, 'slow']],
  ],
  'order-flight': ORDER,
  'hold-flight': [...ORDER, ['flight-search', ['hold-unavailable', 'hold-price-not-guaranteed']]],
};
const PARAMETERS: Readonly<Record<string, (random: Random) => string[]>> = {
  slow: () => ['delay=PT0.3S'],
  pending: (random) => [`reads=${random.int(1, 4)}`],
  '502-late': (random) => [`reads=${random.int(1, 4)}`],
};
/** Scenarios for the whole run. */
const WHOLE = new Set([
  'resend-double-books',
  'documents-required',
  'dni-allowed',
  'segments-required',
  'pending-forever',
]);
const COMMITS: Readonly<Record<Task, string>> = {
  'book-transfer': 'book',
  'change-transfer': 'change',
  'cancel-transfer': 'book',
  'order-flight': 'order',
  'hold-flight': 'order',
};
const MAX_EVENTS = 4;
/** Probability that the supplier books every resend again, like many real suppliers. */
const RESENDS_BOOK = 0.3;
/** Probability that an event lasts the whole run. */
const LASTING = 0.15;
