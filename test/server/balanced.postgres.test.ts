import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Balancer } from '../../examples/replicas/balancer.ts';
import { alternate } from '../../examples/replicas/balancer.ts';
import { createSandbox } from '../../src/index.ts';
import { runContracts } from '../check/verify/run-contracts.ts';
import type { Taxiway } from '../cli/taxiway.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { makeProfile } from '../control-api/control-client.ts';
import { ok, stateClient } from '../control-api/state-client.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

// Two processes by command behind a load balancer that alternates. RACES=20000 runs more races.

const RACES = Number(process.env['RACES'] ?? 400);

let replicas: Taxiway[];
let balancer: Balancer;
beforeAll(async () => {
  const store = newSchema();
  const args = ['--log', 'error', '--log-format', 'json'];
  replicas = await Promise.all([1, 2].map(() => serveTaxiway(args, { TAXIWAY_STORE: store })));
  balancer = await alternate(replicas.map(({ baseUrl }) => baseUrl));
});
afterAll(async () => {
  balancer.end();
  for (const replica of replicas) replica.kill('SIGTERM');
  expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([0, 0]);
  const logged = replicas.flatMap((replica) =>
    replica
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{')),
  );
  expect(logged).toEqual([]);
});

it('every contract has the same verdict on two replicas as on one process', async () => {
  const sandbox = await createSandbox({ log: 'silent' });
  const one = await runContracts({ baseUrl: await sandbox.listen() });
  await sandbox.close();
  const both = await runContracts({ baseUrl: balancer.baseUrl });
  const verdictsOf = ({ rules }: typeof one) => rules.map(({ id, verdict, reason }) => ({ id, verdict, reason }));
  expect(both.rules.flatMap(({ findings }) => findings)).toEqual([]);
  expect(verdictsOf(both)).toEqual(verdictsOf(one));
  expect(Math.min(...balancer.counts)).toBeGreaterThan(500);
});

it(`of ${RACES} pricings that both replicas book at the same moment, each is booked once`, async () => {
  const lanes = Array.from({ length: 8 }, (_, lane) => race(Math.ceil((RACES - lane) / 8)));
  const booked = (await Promise.all(lanes)).flat();
  expect(booked).toHaveLength(RACES);
  expect(new Set(booked).size).toBe(RACES);
}, 3_600_000);

/** Books pricings of one search after another on both replicas. Returns the ids of the reservations. */
async function race(races: number): Promise<string[]> {
  const booked: string[] = [];
  while (booked.length < races) {
    const keys = await makeProfile(replicas[0]?.baseUrl ?? '');
    const [one, other] = replicas.map(({ baseUrl }) => stateClient(baseUrl, keys));
    if (!one || !other) throw new Error('there are no two replicas');
    const { searchId, offers } = (await ok(one.call('POST', '/search', AIRPORT_TO_TOWN))).body;
    const { resultId, bookingToken } = offers.find(easy);
    const size = Math.min(RACES_OF_PROFILE, races - booked.length);
    for (let i = 0; i < size; i++) {
      const client = i % 2 === 0 ? one : other;
      const { pricingToken } = (await ok(client.call('POST', '/pricing', { searchId, resultId, bookingToken }))).body;
      const request = { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
      const results = await Promise.all(
        [one, other].map((each, at) => each.book({ ...request, partnerTrackingId: `r-${at}` })),
      );
      const completed = results.filter(({ status }) => status === 'completed');
      expect(results.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']);
      booked.push(completed[0].reservations[0].reservationId);
    }
    const { kept } = (await ok(other.call('GET', `/_sandbox/profiles/${keys.profileCode}`))).body;
    expect(kept.bookings.count).toBe(size);
    await ok(one.remove());
  }
  return booked;
}

/** Few enough for the bound of reservations, and for one search to live. */
const RACES_OF_PROFILE = 100;
