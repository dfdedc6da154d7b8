import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { flightOrder } from '../../../src/check/verify/fixtures/flight-order.ts';
import { loadControl } from '../../../src/control-api/load-control.ts';
import type { Offer, TransferOffer } from '../../../src/interface/api.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import type { DescribedApi, Node } from '../../fuzz/described-api.ts';
import { describeApi } from '../../fuzz/described-api.ts';
import { fittingValues } from '../../fuzz/fitting-values.ts';
import type { Body } from '../../support/body.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../../transfers/transfer-client.ts';
import { startTaxiway } from '../taxiway.ts';
import type { Args } from './agent.ts';
import { Agent, COMMANDS } from './agent.ts';

const server = useSandbox({ clock: systemClock });

/** A server that returns each request as JSON. */
async function echo(): Promise<string> {
  const echoing = createServer((req, res) => {
    void readText(req).then((body) => {
      const { method, url, headers } = req;
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ method, url, headers, body }));
    });
  });
  await once(echoing.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void echoing.close());
  return `http://127.0.0.1:${(echoing.address() as AddressInfo).port}`;
}

/** Returns a value for a parameter: any text, unless its schema says more. */
function valueFor(api: DescribedApi, name: string, schema: Node): unknown {
  const { enum: allowed, type, pattern, format } = schema;
  if (allowed) return (allowed as unknown[]).at(-1);
  return type === 'string' && !pattern && !format ? `text-for-${name}` : fitting(api, schema);
}

function fitting(api: DescribedApi, schema: Node): unknown {
  const fits = (value: unknown) => api.faultsOf(schema, value, 'closed').length === 0;
  return fc.sample(fittingValues(api, schema, {}).filter(fits), { seed: 1, numRuns: 1 })[0];
}

it.each([
  ['--all', loadControl],
  ['--service', loadSpec],
] as const)(
  'every argument of every operation offered with %s is in the request',
  { timeout: 60_000 },
  async (flag, load) => {
    const api = describeApi(await load());
    const agent = await Agent.connect(await echo(), 'dp_taxiway00001', [flag]);
    const tools = await agent.tools();
    const operations = api.operations.filter(({ operationId }) => tools.some(({ name }) => name === operationId));
    expect(operations.length).toBeGreaterThanOrEqual(13);
    for (const { operationId, path, method, parameters, body } of operations) {
      const args: Args = Object.fromEntries(parameters.map(({ name, schema }) => [name, valueFor(api, name, schema)]));
      if (body) args['body'] = fitting(api, body.schema);
      const { properties = {} } = tools.find(({ name }) => name === operationId)?.inputSchema ?? {};
      expect([operationId, Object.keys(properties)]).toEqual([operationId, Object.keys(args)]);
      const sent = await agent.json(operationId, args);
      const { pathname, searchParams } = new URL(sent.url, 'http://echo');
      const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => String(args[name]));
      expect([sent.method, decodeURIComponent(pathname)]).toEqual([method, filled]);
      for (const { name, in: place } of parameters) {
        if (place === 'query') expect(searchParams.get(name)).toBe(String(args[name]));
        if (place === 'header') expect(sent.headers[name.toLowerCase()]).toBe(args[name]);
      }
      expect(sent.body === '' ? undefined : JSON.parse(sent.body)).toEqual(args['body']);
    }
  },
);

const someDay = new Date(systemClock.now() + 60 * 86_400_000).toISOString().slice(0, 10);

/** Uses each tool of the service once. */
async function travel(agent: Agent): Promise<void> {
  const search = { ...AIRPORT_TO_TOWN, pickupDateTime: `${someDay}T11:30:00` };
  const { searchId, offers } = await agent.json('searchTransfers', { body: search });
  const { resultId, bookingToken } = (offers as TransferOffer[]).find(easy) ?? offers[0];
  const chosen = { searchId, resultId, bookingToken };
  const { pricingToken } = await agent.json('priceTransfer', { body: chosen });
  const booking = { ...chosen, pricingToken, traveller: TRAVELLER, partnerTrackingId: 'mine' };
  const { reservations } = await agent.json('bookTransfer', { body: booking });
  const [{ reservationId, confirmationNumber }] = reservations;
  for (const id of [{ reservationId }, { searchId }, { confirmationNumber }, { partnerTrackingId: 'mine' }])
    expect(await agent.json('getReservation', id)).toMatchObject({ reservations: [{ reservationId }] });
  const change = { reservationId, pickupDateTime: `${someDay}T13:00:00` };
  const changes = await agent.json('searchReservationChanges', { body: change });
  const changed = { searchId: changes.searchId, resultId: changes.offers[0].resultId };
  const { bookingToken: token } = changes.offers[0];
  const price = await agent.json('priceTransfer', { body: { ...changed, bookingToken: token } });
  const confirmed = { reservationId, ...changed, pricingToken: price.pricingToken };
  const [latest] = (await agent.json('confirmReservationChange', { body: confirmed })).reservations;
  for (const name of ['getDriverAndVehicle', 'getTracking'])
    expect(await agent.call(name, { reservationId })).toMatch(/^(200|400)\n\{/);
  expect(await agent.json('cancelReservation', { body: { reservationId: latest.reservationId } })).toHaveProperty(
    'liveMode',
  );
  const slices = [{ origin: 'FRA', destination: 'FCO', departure_date: someDay }];
  const flights = { slices, passengers: [{ type: 'adult' }], cabin_class: 'economy' };
  const [offer] = (await agent.json('searchFlights', { body: flights })).offers as Offer[];
  const { gdsprovider, offerId } = offer;
  await agent.json('getFlightOffer', { gdsprovider, offerId });
  const passengers = { offerId, passengers: [{ type: 'adult' }] };
  await agent.json('getRequiredFields', { gdsprovider, offerId, body: passengers });
  const ordered = await agent.json('createFlightOrder', { gdsprovider, offerId, body: flightOrder(offer) });
  expect(ordered).toHaveProperty('orderId');
}

it('every tool of the service and of the control API returns a result', { timeout: 120_000 }, async () => {
  const { profileCode, publicKey, secretKey } = await server.sandbox.addProfile();
  const keys = { TAXIWAY_PUBLIC_KEY: publicKey, TAXIWAY_SECRET_KEY: secretKey };
  const traveller = await Agent.connect(server.baseUrl, profileCode, ['--service'], keys);
  await travel(traveller);
  expect([...traveller.given.keys()].sort()).toEqual((await traveller.tools()).map(({ name }) => name).sort());
  const agent = await Agent.connect(server.baseUrl, profileCode, ['--all']);
  for (const name of LISTS) await agent.call(name);
  const { exchanges } = await agent.json('listJournal', { operation: 'bookTransfer', outcome: 'ok', limit: 1 });
  await agent.json('getExchange', { exchangeId: exchanges[0].exchangeId });
  const { resources } = await agent.json('listResources', { kind: 'reservations', partnerTrackingId: 'mine' });
  const resourceId = { resourceId: resources[0].resourceId };
  for (const name of ['getResource', 'getProviderCalls']) await agent.json(name, resourceId);
  const [search] = (await agent.json('listResources', { kind: 'searches' })).resources;
  await agent.json('actOnResource', { resourceId: search.resourceId, body: { action: 'expire' } });
  expect((await agent.json('getVerdicts', { ended: 'true', verdict: 'kept' })).verdicts.rules.length).toBeGreaterThan(
    3,
  );
  await agent.json('armScenario', { body: { scenario: 'no-offers', calls: 2 } });
  await agent.json('setClock', { body: { mode: 'frozen' } });
  await agent.json('advanceClock', { body: { by: 'PT1M' } });
  await agent.json('clearScenario');
  await agent.json('setClock', { body: { mode: 'running' } });
  await agent.json('importProfile', { body: await agent.json('exportProfile') });
  await agent.json('changeProfile', { body: { name: 'an agent' } });
  const added = await agent.json('addCredential');
  await agent.json('revokeCredential', { publicKey: added.credential.publicKey });
  await agent.json('getPageKeys', { page: 'console' });
  await agent.call('clearVerdicts');
  await agent.call('resetProfile');
  const { profile } = await agent.json('createProfile', { body: { name: 'for a moment' } });
  await agent.call('removeProfile', { profileCode: profile.profileCode });
  await sitExam(agent);
  const names = (await agent.tools()).map(({ name }) => name).filter((name) => !COMMANDS.includes(name));
  expect([...agent.given.keys()].sort()).toEqual(names.sort());
});

it('the list of scenarios fits into one result, with every name, operation and parameter', async () => {
  const { profileCode } = await server.sandbox.addProfile();
  const agent = await Agent.connect(server.baseUrl, profileCode, []);
  const text = await agent.call('listScenarios');
  const { scenarios }: Body = JSON.parse(text);
  const { scenarios: all } = (await (await fetch(`${server.baseUrl}/_sandbox/scenarios`)).json()) as Body;
  const everywhere = new Set((all as Body[]).flatMap(({ operations }) => operations as string[])).size;
  expect(scenarios).toEqual(
    (all as Body[]).map(({ name, title, operations, parameters }) => ({
      name,
      title,
      operations: operations.length === everywhere ? 'all' : operations.join(' '),
      parameters: Object.keys(parameters).join(' '),
    })),
  );
  const named = await agent.json('listScenarios', { name: '502-late' });
  expect(named.scenarios).toEqual([(all as Body[]).find(({ name }) => name === '502-late')]);
});

/** Skips the one situation of an exam at the console, and reads its report. */
async function sitExam(agent: Agent): Promise<void> {
  const client = { name: 'a', version: '1' };
  const begun = await agent.json('startExam', { body: { client, only: ['book-transfer.plain'] } });
  const key = { 'X-Taxiway-Exam': begun.key as string };
  const reach = (phase: string) =>
    vi.waitFor(async () => expect((await agent.json('getExam', key)).exam.phase).toBe(phase), 20_000);
  await reach('waiting');
  const statement = { ...key, body: { situation: 1, outcome: 'unknown' } };
  expect(await agent.call('stateOutcome', statement, true)).toContain('no_call_arrived: ');
  expect(await agent.call('retrySituation', key, true)).toMatch(/^\w+: /);
  await agent.json('skipSituation', { ...key, body: { situation: 1 } });
  await reach('over');
  await agent.call('getExamFile', { ...key, file: 'exam-report.json' });
  const taken = await agent.json('takeOverExam', key);
  await agent.json('endExam', { 'X-Taxiway-Exam': taken.key });
}

const LISTS = [
  'getHealth',
  'getReadiness',
  'getVersion',
  'getSettings',
  'listScenarios',
  'listRules',
  'listAssumptions',
  'listErrorCodes',
  'listProfiles',
  'getProfile',
  'listCredentials',
  'getArmedScenario',
  'exportJournalAsHar',
  'getClock',
  'getAgenda',
  'getExam',
];

it('a message above the size limit ends the server promptly, with a reason', { timeout: 60_000 }, async () => {
  const { input, ended, stderr } = startTaxiway(['mcp'], {}, { withInput: true });
  input?.on('error', () => undefined);
  input?.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(65 * 2 ** 20)}"}\n`);
  expect([await ended, stderr()]).toEqual([2, 'taxiway mcp: a message has more than 64 MiB: the server ends\n']);
});
