import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Offer, TransferOffer } from '../../src/interface/api.ts';
import { loadScenarios } from '../../src/scenarios/registry.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import type { Body } from '../support/body.ts';
import { NOW } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

const registry = await loadScenarios();
const names = [...registry.keys()];
/** Every scenario, and as many profiles without one as are left of fifty. */
const armed: (string | null)[] = [
  ...names.map(quickened),
  ...Array.from({ length: Math.max(4, 50 - names.length) }, () => null),
];

describe(`${armed.length} profiles, each with another scenario armed`, () => {
  it(
    'are each in their own situation when all walk both journeys at the same time, byte for byte as when they ' +
      'do it alone',
    { timeout: 120_000 },
    async () => {
      const alone = await start(armed);
      const traces: Trace[] = [];
      for (const [i, profile] of alone.profiles.entries()) traces.push(await walk(alone, profile, armed[i]));
      const together = await start(armed);
      const concurrent = await Promise.all(together.profiles.map((profile, i) => walk(together, profile, armed[i])));
      for (const [i, trace] of concurrent.entries())
        expect(trace, `profile ${i}, armed with ${armed[i]}`).toEqual(traces[i]);
      const unarmed = await start(armed.map(() => null));
      const without = await Promise.all(unarmed.profiles.map((profile) => walk(unarmed, profile, null)));
      for (const { sandbox } of [alone, together, unarmed]) {
        expect(sandbox.violations).toEqual([]);
        await sandbox.close();
      }

      for (const trace of without)
        expect(
          trace.every(
            ({ status, code, headers }) =>
              status === 200 &&
              ['booked', 'completed', 'not_started', undefined].includes(code) &&
              headers.length === 0,
          ),
        ).toBe(true);
      for (const [i, scenario] of armed.entries()) {
        if (scenario === null) expect(concurrent[i]).toEqual(without[i]);
        else if (!UNSEEN.includes(scenario))
          expect(concurrent[i].map(seen), scenario).not.toEqual(without[i].map(seen));
        const echoes = concurrent[i].flatMap(({ headers }) => headers);
        if (scenario === null) expect(echoes).toEqual([]);
        else if (!/^(timeout|dropped)/.test(scenario)) {
          const acted = new Set(echoes.filter((echo) => echo !== 'none from profile'));
          if (acted.size > 0 || !UNSEEN.includes(scenario))
            expect(acted, scenario).toEqual(new Set([`${shown(scenario)} from profile`]));
        }
      }
    },
  );
});

/** Scenarios that show in time only, change nothing, or need a call that this walk does not make. */
const UNSEEN = [
  'completed',
  'slow(delay=PT0.05S)',
  'provider-0-slow(delay=PT0.05S)',
  'provider-1-slow(delay=PT0.05S)',
  'driver-replaced',
  'no-show',
  'tracking-lost',
  'segments-required',
  'resend-double-books',
];

/** The client's view of each step, without the request ids, which all profiles share. */
type Trace = { step: string; status: number | string; code: string | undefined; headers: string[]; body: string }[];

async function start(
  scenarios: readonly (string | null)[],
): Promise<{ sandbox: Sandbox; baseUrl: string; profiles: KeyPair[] }> {
  const sandbox = await createSandbox({ seed: 'fifty', clock: new VirtualClock(NOW), log: 'silent' });
  const baseUrl = await sandbox.listen();
  const profiles: KeyPair[] = [];
  for (const scenario of scenarios) {
    const keys = await sandbox.addProfile();
    profiles.push(keys);
    if (scenario === null) continue;
    const { status } = await fetch(`${baseUrl}/_sandbox/profiles/${keys.profileCode}/scenario`, {
      method: 'PUT',
      headers: { ...sandbox.headers(keys), 'Content-Type': 'application/json' },
      body: JSON.stringify({ scenario }),
    });
    expect(status).toBe(200);
  }
  return { sandbox, baseUrl, profiles };
}

function seen({ step, status, body }: Trace[number]): object {
  return { step, status, body };
}

/** Walks both journeys as far as the responses let a client go. */
async function walk(
  { baseUrl, sandbox }: { baseUrl: string; sandbox: Sandbox },
  keys: KeyPair,
  scenario: string | null,
): Promise<Trace> {
  const trace: Trace = [];
  const call = async (step: string, path: string, body?: object): Promise<Body> => {
    const silent =
      scenario === 'timeout' ||
      (scenario === 'timeout-after-commit' && ['order', 'book', 'change', 'cancel'].includes(step));
    const response = await send(
      baseUrl + path,
      { ...sandbox.headers(keys), 'Content-Type': 'application/json' },
      body,
      silent ? TIMEOUT_MS : undefined,
    );
    trace.push({ step, ...response });
    return parsed(response.body);
  };
  const found = await call('flight search', '/v1/flights/search', FLIGHT_SEARCH);
  const offers: Offer[] = found?.offers ?? [];
  for (const offer of [0, 1].map((number) => offers.find(({ gdsprovider }) => gdsprovider === number))) {
    if (!offer) continue;
    const place = `${offer.gdsprovider}/${offer.offerId}`;
    await call('offer', `/v1/flights/offers/${place}`);
    if (offer.slices) await call('order', `/v1/flights/order/${place}`, flightOrder(offer));
  }
  const booked = await reserve('book', call, await call('search', '/search', AIRPORT_TO_TOWN), '/book', {
    traveller: TRAVELLER,
  });
  const { reservationId } = booked?.reservations?.[0] ?? {};
  if (!reservationId) return trace;
  const changeSearch = await call('change search', '/reservations/changes/search', {
    reservationId,
    pickupDateTime: '2027-03-15T13:00:00',
  });
  const changed = await reserve('change', call, changeSearch, '/reservations/changes', { reservationId });
  await call('read the original', `/reservations/details?reservationId=${reservationId}`);
  const { reservationId: changedId } = changed?.reservations?.[0] ?? {};
  if (!changedId) return trace;
  await call('driver', `/reservations/driver-vehicle?reservationId=${changedId}`);
  await call('tracking', `/reservations/tracking?reservationId=${changedId}`);
  await call('cancel', '/reservations/cancel', { reservationId: changedId });
  return trace;
}

/** Prices an offer, books it and reads what became of it, twice. */
async function reserve(
  step: string,
  call: (step: string, path: string, body?: object) => Promise<Body>,
  search: Body,
  path: string,
  more: object,
): Promise<Body> {
  const offer = (search?.offers as TransferOffer[] | undefined)?.find((each) => each.cancellation && easy(each));
  if (!offer) return undefined;
  const { searchId } = search;
  const token = { searchId, resultId: offer.resultId, bookingToken: offer.bookingToken };
  const { pricingToken } = (await call(`${step}: pricing`, '/pricing', token)) ?? {};
  const { bookingToken, ...withoutToken } = token;
  await call(step, path, {
    ...(path === '/book' ? token : withoutToken),
    ...more,
    ...(pricingToken && { pricingToken }),
  });
  await call(`${step}: read`, `/reservations/details?searchId=${searchId}`);
  return call(`${step}: read again`, `/reservations/details?searchId=${searchId}`);
}

async function send(
  address: string,
  headers: Record<string, string>,
  body: object | undefined,
  timeoutMs: number | undefined,
): Promise<Omit<Trace[number], 'step'>> {
  try {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    const scenario = response.headers.get('x-sandbox-scenario');
    const echoes = scenario === null ? [] : [`${scenario} from ${response.headers.get('x-sandbox-scenario-from')}`];
    const text = await response.text().catch(() => 'cut off');
    const { code, status } = parsed(text) ?? {};
    return {
      status: response.status,
      code: code ?? status,
      headers: echoes,
      body: text.replace(/"requestId":"[^"]*"/, ''),
    };
  } catch {
    return { status: 'no response', code: undefined, headers: [], body: '' };
  }
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The scenario as it is armed here: what waits does not wait long. */
function quickened(name: string): string {
  return name === 'slow' || /^provider-\d-slow$/.test(name) ? `${name}(delay=PT0.05S)` : name;
}

/** The name by which responses say that a scenario acted. */
function shown(scenario: string): string {
  const name = scenario.replace(/\(.*/, '');
  return registry.get(name)?.shownAs ?? name;
}

/** The client's wait for a response that never comes. */
const TIMEOUT_MS = 1200;
