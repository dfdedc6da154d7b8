import { Random } from '../../../../src/base/ids.ts';
import type { Sketch } from './exchanges.ts';
import type { Outcome, Traveller } from './traveller.ts';
import { traveller } from './traveller.ts';

/** Calls of some travellers side by side, each of which keeps the rules; the seed decides all. */
export function lawfulCalls(seed: number): Sketch[] {
  const random = new Random(`lawful/${seed}`);
  const calls = Array.from({ length: random.int(1, 6) }, (_, i) => timed(random, journeys(random, `t${i}`))).flat();
  return calls.sort((one, other) => (one.ended ?? 0) - (other.ended ?? 0));
}

/** Each request of a traveller begins when the one before has ended, or when it was given up without a response. */
function timed(random: Random, calls: Iterable<Sketch>): Sketch[] {
  let now = random.int(0, 5000);
  return Array.from(calls, (call) => {
    const began = now + random.int(1, 3000);
    const left = began + random.int(1, 2000);
    now = left;
    // A service may see only later that a client has left.
    const ended = call.status === null && random.chance(0.5) ? left + random.int(0, 20_000) : left;
    return { ...call, began, ended, at: START + began };
  });
}

function* journeys(random: Random, name: string): Generator<Sketch> {
  yield* journey(random, `${name}-out`, name, '2027-03-15T11:30:00');
  if (random.chance(0.3)) yield* journey(random, `${name}-back`, name, '2027-03-18T09:00:00');
}

function* journey(random: Random, key: string, name: string, pickupDateTime: string): Generator<Sketch> {
  const one = traveller(key, { name, pickupDateTime });
  yield* selecting(random, one.search(), one.price());
  const own = { partnerTrackingId: `own-${key}` };
  const outcome = yield* booking(random, (as) => one.book(as, own), readsOf(random, one, own));
  if (outcome === 'completed') return yield* riding(random, one);
  if (outcome !== 'failed' || random.chance(0.3)) return;
  // Corrected with the same tokens, or from a new search.
  if (random.chance(0.5)) {
    const corrected = { ...own, specialInstructions: 'ring' };
    yield* booking(random, (as) => one.book(as, corrected), readsOf(random, one, own));
  } else if (!key.endsWith('-again')) yield* journey(random, `${key}-again`, name, pickupDateTime);
}

function* selecting(random: Random, search: Sketch, price: Sketch): Generator<Sketch> {
  if (random.chance(0.1)) yield { ...search, ...lost(random) };
  yield search;
  if (random.chance(0.1)) yield { ...price, ...lost(random) };
  yield price;
}

type ReadAs = (outcome: Outcome) => Sketch;

function readsOf(random: Random, one: Traveller, own: { partnerTrackingId: string }): ReadAs {
  return (outcome) => one.read(outcome, random.chance(0.5) ? { searchId: one.ids.searchId } : own);
}

/** A booking until its outcome is known. */
function* booking(random: Random, book: ReadAs, read: ReadAs): Generator<Sketch, 'completed' | 'failed'> {
  const outcome = random.pick(OUTCOMES);
  if (outcome === 'lost') yield { ...book('completed'), ...lost(random) };
  else yield book(outcome);
  if (outcome === 'failed') return 'failed';
  if (outcome === 'completed') {
    yield read('completed');
    return 'completed';
  }
  while (random.chance(0.3)) yield { ...read('completed'), ...lost(random) };
  if (outcome === 'lost' && random.chance(0.4)) {
    // Nothing is found, so nothing was booked: the same again is lawful.
    yield read(400);
    return yield* booking(random, book, read);
  }
  while (random.chance(0.5)) yield read('pending');
  const end = random.pick(['completed', 'failed'] as const);
  yield read(end);
  return end;
}

function* riding(random: Random, one: Traveller): Generator<Sketch> {
  if (random.chance(0.5)) yield one.track();
  if (random.chance(0.5)) return yield* changing(random, one);
  if (random.chance(0.3)) yield one.cancel();
}

function* changing(random: Random, one: Traveller): Generator<Sketch> {
  const { changes } = one;
  yield* selecting(random, changes.search(), changes.price());
  if (random.chance(0.2)) return yield one.cancel();
  const outcome = yield* booking(
    random,
    (as) => changes.confirm(as),
    (as) => changes.read(as),
  );
  if (outcome === 'failed') yield random.chance(0.5) ? one.cancel() : one.track();
}

function lost(random: Random): Partial<Sketch> {
  return random.pick<Partial<Sketch>>([
    { status: 502, received: { code: 'upstream_failed' } },
    { status: null },
    { status: 504 },
    { body: 'unreadable' },
  ]);
}

const OUTCOMES = ['completed', 'pending', 'failed', 'lost'] as const;
const START = Date.parse('2027-01-10T12:00:00Z');
