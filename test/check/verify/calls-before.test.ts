import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding } from '../../../src/check/verify/verdict.ts';
import { verify } from '../../../src/check/verify/verify.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import type { Sandbox } from '../../../src/server/sandbox.ts';
import { runForged } from '../../control-api/run-forged.ts';
import { loadDefects } from '../../defects/load-defects.ts';
import { together } from '../../defects/plants.ts';

const WANTED = [
  'closes-the-original-at-the-change-search',
  'calls-the-last-passenger',
  'prices-a-millisecond-too-long',
];
const EVIL = `Gran Vía 1'; touch RAN; $(touch RAN) \`touch RAN\` "\n touch RAN\\`;
let sandbox: Sandbox;

beforeAll(async () => {
  const plants = (await loadDefects()).flatMap(({ name, plant }) => (WANTED.includes(name) ? [plant] : []));
  sandbox = await startSandbox({ seed: 'calls', log: 'silent', judge: false }, together(...plants));
});

afterAll(() => sandbox.close());

async function findingOf(rule: string, options = {}): Promise<Finding & { calls: string }> {
  const report = await verify({ baseUrl: await sandbox.listen(), only: [rule], ...options }, 'test');
  const found = report.contracts.flatMap(({ findings }) => findings).find(({ rules }) => rules.includes(rule));
  if (!found?.calls) throw new Error(`no finding for ${rule} has calls`);
  return { ...found, calls: found.calls };
}

/** The operations in the comments above the calls. */
function operationsOf(calls: string): (string | undefined)[] {
  return [...calls.matchAll(/^# call \d+(?:, (\w+),)? returned \d+/gm)].map(([, operation]) => operation);
}

it('a finding has every call of its contract in order, even one whose values no later call uses', async () => {
  const { calls, exchange } = await findingOf('transfer.change.original-stays-active');
  expect(operationsOf(calls)).toEqual([
    ...['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
    ...['searchReservationChanges', 'getReservation'],
  ]);
  expect(calls).toContain(`# ${exchange?.exchangeId}, getReservation, returned 200`);
});

it('an order has the search with its offer, even if another contract made it', async () => {
  const { calls } = await findingOf('flight-order.mapping.holder-phone');
  expect(operationsOf(calls).slice(0, 2)).toEqual(['searchFlights', 'createFlightOrder']);
});

it('the list of calls includes a move of the clock', async () => {
  const { calls } = await findingOf('transfer.token.expires-with-offer');
  expect(calls).toMatch(/-X 'PUT' \S+ \S+ 'http:[^']+\/clock'/);
});

it('the lines run only curl, with the same texts and without secrets', async () => {
  const own = await sandbox.addProfile();
  const credential = { publicKey: own.publicKey, secretKey: own.secretKey, profileCode: own.profileCode };
  const { calls } = await findingOf('transfer.endpoints.search', { credential, pickup: EVIL });
  expect(calls).not.toContain(own.secretKey);
  const ran = await runForged(calls);
  expect([ran.ran, ran.stderr, ran.calls.length]).toEqual([[], '', operationsOf(calls).length]);
  expect(JSON.parse(ran.calls[0]?.at(-1) ?? '').pickup).toEqual({ address: EVIL });
  expect(ran.calls.every((call) => call.includes('Authorization: Bearer sk_secret'))).toBe(true);
});
