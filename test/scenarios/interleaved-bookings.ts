import fc from 'fast-check';
import { expect } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import type { Body } from '../support/body.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

/** Scenarios under which a booking makes a reservation, sooner or later, */
const MAKING = [
  'none',
  'completed',
  'pending(reads=1,after=PT30S)',
  '502-after-commit',
  '502-late(reads=1,after=PT30S)',
  'dropped-after-commit',
  'server-error-after-commit',
  'truncated-body',
  'malformed-body',
] as const;
/** that takes the pricing and makes none, */
const FAILING_LATER = ['pending-then-failed(reads=1,after=PT30S)'] as const;
/** and that leaves nothing behind. */
const LEAVING_NOTHING = ['502', 'dropped', 'server-error', 'failed', 'expired-token', 'search-expired'] as const;

export type Action = { do: 'book'; scenario: string } | { do: 'read' } | { do: 'advance'; by: string };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      scenario: fc.constantFrom(...MAKING, ...FAILING_LATER, ...LEAVING_NOTHING),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'read' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('advance' as const), by: fc.constantFrom('PT29.999S', 'PT30S', 'PT1M') }),
  },
);
/** Actions of one group are begun at the same time, the groups one after another. */
export const interleaving = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

/** Does what is requested, all bookings under one more scenario, and validates what came of it against what must be. */
export async function play(sandbox: TestSandbox, groups: Action[][], everywhere?: string): Promise<void> {
  const trip = await openTrip(sandbox);
  const seen: Response[][] = [];
  for (const group of groups) seen.push(await Promise.all(group.map((one) => perform(trip, one, everywhere))));
  await trip.post(`/_sandbox/profiles/${trip.keys.profileCode}/clock/advance`, { by: 'PT10M' });
  check(groups.flat(), seen, await perform(trip, { do: 'read' }), await reservationsOf(trip));
}

interface Trip {
  keys: KeyPair;
  searchId: string;
  request: object;
  post(path: string, body: object): Promise<Body>;
  get(path: string): Promise<Body>;
}

/** The response as the client read it; nothing for a lost response. */
interface Response {
  status?: 'completed' | 'pending' | 'failed';
  code?: string;
  reservationId?: string;
}

async function openTrip(sandbox: TestSandbox): Promise<Trip> {
  const keys = await sandbox.sandbox.addProfile();
  const headers = { ...sandbox.sandbox.headers(keys), 'Content-Type': 'application/json' };
  const call = async (path: string, init: object) => (await fetch(sandbox.baseUrl + path, { headers, ...init })).json();
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
  const { searchId, offers } = (await post('/search', AIRPORT_TO_TOWN)) as Body;
  const { resultId, bookingToken } = offers.find(easy);
  const token = { searchId, resultId, bookingToken };
  const { pricingToken } = (await post('/pricing', token)) as Body;
  return {
    keys,
    searchId,
    request: { ...token, pricingToken, traveller: TRAVELLER },
    post,
    get: (path) => call(path, {}),
  };
}

async function perform(trip: Trip, one: Action, everywhere?: string): Promise<Response> {
  if (one.do === 'advance') {
    await trip.post(`/_sandbox/profiles/${trip.keys.profileCode}/clock/advance`, { by: one.by });
    return {};
  }
  const response =
    one.do === 'read'
      ? await trip.get(`/reservations/details?searchId=${trip.searchId}`)
      : await trip
          .post(
            '/book?scenario=' +
              `${[one.scenario, everywhere].filter((name) => name && name !== 'none').join(',') || 'none'}`,
            trip.request,
          )
          .catch(() => ({}));
  return {
    status: response.status,
    code: response.code ?? response.error?.code,
    reservationId: response.reservations?.[0]?.reservationId,
  };
}

/** The actual reservations, whatever the client saw. */
async function reservationsOf(trip: Trip): Promise<{ status: string; resourceId: string }[]> {
  return (await trip.get(`/_sandbox/profiles/${trip.keys.profileCode}/resources?kind=reservations`)).resources;
}

function check(
  actions: readonly Action[],
  seen: readonly Response[][],
  last: Response,
  truth: { status: string; resourceId: string }[],
): void {
  const scenarios = actions.flatMap((one) => (one.do === 'book' ? one.scenario : []));
  const has = (kinds: readonly string[]) => scenarios.some((scenario) => kinds.includes(scenario));
  const made = truth.filter(({ status }) => status === 'completed');
  const seenIds = [...seen.flat(), last].flatMap(({ reservationId }) => reservationId ?? []);

  expect(truth.length, 'one pricing is booked once').toBeLessThanOrEqual(1);
  expect(
    new Set([...seenIds, ...made.map(({ resourceId }) => resourceId)]).size,
    'all clients get the same reservation',
  ).toBeLessThanOrEqual(1);
  if (seenIds.length > 0) expect(made, 'what a client saw is there').toHaveLength(1);
  if (!has(MAKING)) expect(made, 'nothing that fails makes a reservation').toEqual([]);
  if (has(MAKING) && !has(FAILING_LATER)) expect(made, 'nothing that was made is lost').toHaveLength(1);
  if (!has(MAKING) && !has(FAILING_LATER)) expect([truth, last.code]).toEqual([[], 'reservation_not_found']);
  else expect(last.status, 'the last read tells the truth').toBe(made.length > 0 ? 'completed' : 'failed');

  const firstCompleted = seen.findIndex((group) => group.some(({ status }) => status === 'completed'));
  const after = firstCompleted < 0 ? [] : seen.slice(firstCompleted + 1).flat();
  expect(
    after.filter(({ status }) => status === 'pending'),
    'what is completed stays it',
  ).toEqual([]);
}
