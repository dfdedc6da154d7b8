import type { Picture, PicturedCall, Standing } from '../../src/exchange/picture/picture.ts';
import { outcomeOf } from '../../src/exchange/picture/picture-of-evidence.ts';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { wordsOf } from '../parts/words-of.ts';
import { textAt } from './summary.ts';
import type { ProviderCall } from './to-provider.tsx';
import { isOtherRead } from './tracking-texts.ts';

type Call = Schema['ExchangeSummary'];
type Reservation = Schema['ReservationResource'];

/** The calls that contain any of the given texts, oldest first, and the reservations that do. */
export interface CallStory {
  calls: Call[];
  reservations: Reservation[];
  /** The right conduct by rule; empty if no rule is broken. */
  rights: ReadonlyMap<string, readonly string[]>;
}

export async function loadStory(profileCode: string, texts: readonly string[]): Promise<CallStory> {
  const path = { profileCode };
  const journals = texts.map((contains) =>
    dataOf(
      control.GET('/_sandbox/profiles/{profileCode}/journal', {
        params: { path, query: { contains, order: 'oldest', limit: MOST } },
      }),
    ),
  );
  const lists = texts.map((contains) =>
    dataOf(
      control.GET('/_sandbox/profiles/{profileCode}/resources', {
        params: { path, query: { kind: 'reservations', contains, limit: MOST } },
      }),
    ),
  );
  const found = (await Promise.all(journals)).flatMap(({ exchanges }) => exchanges);
  const calls = found.filter(({ path: address }) => !isOtherRead(address, texts));
  const resources = (await Promise.all(lists)).flatMap((list) => list.resources);
  const once = new Map(calls.map((call) => [call.exchangeId, call]));
  const reservations = new Map(
    resources.flatMap((one) => (one.kind === 'reservation' ? [[one.resourceId, one] as const] : [])),
  );
  return {
    calls: [...once.values()].sort((a, b) => a.sequence - b.sequence),
    reservations: [...reservations.values()],
    rights: calls.some(({ verdicts }) => verdicts.length > 0) ? await loadRights() : new Map(),
  };
}

async function loadRights(): Promise<CallStory['rights']> {
  if (knownRights.size > 0) return knownRights;
  const { rules } = await dataOf(control.GET('/_sandbox/rules'));
  return (knownRights = new Map(rules.map(({ id, right }) => [id, right])));
}

/** Cached, because they are constant while the sandbox runs. */
let knownRights: CallStory['rights'] = new Map();

const MOST = 100;

/** Returns a story as a picture. `causes` has the calls to providers under the id of the call that caused them. */
export function pictureOf(
  title: string,
  { calls, reservations, rights }: CallStory,
  causes?: ReadonlyMap<string, readonly ProviderCall[]>,
): Picture {
  return {
    title,
    calls: calls.map((call) => pictured(call, rights, causes?.get(call.exchangeId) ?? [])),
    standing: causedBy(
      calls,
      reservations.flatMap(standingOf).sort((a, b) => a.at.localeCompare(b.at)),
    ),
  };
}

/** Finds the call that booked: bookings made at one instant are ordered like their calls. */
function causedBy(calls: readonly Call[], standing: readonly Standing[]): Standing[] {
  const taken = new Set<number>();
  return standing.map((one) => {
    const by = calls.findIndex(
      ({ at, operation }, index) => at === one.at && BOOKS.has(operation) && !taken.has(index),
    );
    taken.add(by);
    return { ...one, by: by < 0 ? null : by };
  });
}

const BOOKS: ReadonlySet<string> = new Set(['book', 'change', 'cancel']);

function pictured(call: Call, rights: CallStory['rights'], causes: readonly ProviderCall[]): PicturedCall {
  const { at, realTime, status, outcome, scenario, verdicts } = call;
  const said = outcome.text.replace(/^\d+ ?/, '');
  const broken = verdicts.find(({ level }) => level === 'broken');
  const instead = new Set(broken?.rules.flatMap((rule) => rights.get(rule) ?? []));
  return {
    ...{ at, realTime, name: `${call.method} ${call.path.replace(/\?.*/, '')}` },
    ...outcomeOf(status, said),
    note: scenario && scenario.name !== 'none' ? `▲ ${scenario.name}` : '',
    ...(outcome.kind === 'pending' && { tone: 'waiting' as const }),
    providers: causes.map(({ operation, effect, response }) => ({
      name: operation,
      outcome: textAt(response, 'status') || textAt(effect, 'kind') || 'response',
      isBad: 'error' in response,
    })),
    broken: broken
      ? { sentence: `Breaks a rule: ${broken.check}. Found: ${broken.actual}`, instead: [...instead].join(' ') }
      : null,
  };
}

/** Returns the past events that changed the state of a reservation. */
function standingOf({ timeline, reservation, status, activeTwins, createdAt }: Reservation): Standing[] {
  const number = textAt(reservation, 'confirmationNumber');
  const past = timeline.filter(({ ahead, what }) => !ahead && what in STANDING);
  const changes = past.map(({ at, what }) => ({
    ...{ at, by: null },
    text: `${number} ${STANDING[what] ?? wordsOf(what)}`.trim(),
    isBad: activeTwins > 0 || what === 'booking_failed',
  }));
  if (status !== 'pending') return changes;
  return [...changes, { at: createdAt, by: null, text: 'booking pending', isBad: activeTwins > 0 }];
}

const STANDING: Readonly<Record<string, string>> = {
  booking_completed: 'booked',
  booking_failed: 'booking failed',
  reservation_changed: 'replaced',
  reservation_cancelled: 'cancelled',
};
