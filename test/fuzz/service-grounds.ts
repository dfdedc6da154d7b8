import type { PreparedCalls } from '../server/calls.ts';
import { prepareCalls } from '../server/calls.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import type { DescribedApi, DescribedOperation } from './described-api.ts';
import { describeApi } from './described-api.ts';
import type { KnownValues } from './fitting-values.ts';
import type { Grounds } from './make-calls.ts';

/** The service's own interface, with both journeys walked up to each operation. */
export async function serviceGrounds(sandbox: TestSandbox): Promise<Grounds> {
  const prepared = await prepareCalls(sandbox);
  const { body: document } = await sandbox.get('/_sandbox/openapi.json');
  const { Authorization: secret, ...others } = sandbox.sandbox.headers();
  return {
    api: withoutNames(describeApi(document)),
    credentials: { secretKey: ['Authorization', secret], serviceId: Object.entries(others)[0] },
    known: { ...PLACES_AND_TIMES, ...fieldsOf(prepared), scenario: SCENARIOS, 'X-Sandbox-Scenario': SCENARIOS },
    prepared,
  };
}

/** The pattern of scenarios covers their names too. Without the list of those, no call draws one that waits. */
function withoutNames(api: DescribedApi): DescribedApi {
  const narrowed = (operation: DescribedOperation) => ({
    ...operation,
    parameters: operation.parameters.map((each) =>
      each.name === 'scenario' ? { ...each, schema: { type: 'string', ...each.schema['anyOf'].at(-1) } } : each,
    ),
  });
  return { ...api, operations: api.operations.map(narrowed) };
}

/** Every text and number of the prepared calls, by the name of its field. */
function fieldsOf(prepared: Partial<PreparedCalls>): KnownValues {
  const known: Record<string, unknown[]> = {};
  const note = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) note(Array.isArray(value) ? name : key, item);
    else if (value !== undefined) (known[name] ??= []).push(value);
  };
  for (const { body, query } of Object.values(prepared)) note('', { ...body, ...query });
  const [, gdsprovider, offerId] = /(\d)\/(off_\w+)$/.exec(prepared.getFlightOffer?.path ?? '') ?? [];
  return { ...known, ...(offerId !== undefined && { gdsprovider: [Number(gdsprovider)], offerId: [offerId] }) };
}

const PLACES_AND_TIMES: KnownValues = {
  origin: ['MAD', 'BCN', 'JFK'],
  destination: ['LHR', 'NYC', 'SIN'],
  departure_date: ['2027-01-10', '2027-03-15', '2027-12-31', '2028-02-29'],
  iataCode: ['MAD', 'LHR', 'JFK'],
  address: ['Calle de Alcalá 42, Madrid', 'x'],
  pickupDateTime: ['2027-03-15T11:30:00', '2027-01-10T13:01:00', '2027-03-28T02:30:00'],
  returnPickupDateTime: ['2027-03-16T11:30:00', '2027-10-31T02:30:00'],
};

/** None that waits or leaves a call without a response: that is what they are for. */
const SCENARIOS = [
  'none',
  '502',
  'failed',
  'pending',
  'nulls',
  'server-error',
  'unauthorized',
  'unknown-status',
  'no-offers',
  'price-changed',
  'short-lived',
  'search-expired',
  'book:pending',
  'none,none',
  'pending(',
  'nobody',
  'chance(0.5)',
  'failed(chance=0.5)',
  'pending(reads=-1)',
];
