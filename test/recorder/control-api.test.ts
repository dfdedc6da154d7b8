import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadControl } from '../../src/control-api/load-control.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { listOperations } from '../../src/interface/openapi/operations.ts';
import { runTaxiway } from '../cli/taxiway.ts';
import type { TestRecorder } from './recorders.ts';
import { closeAll, startRecorder } from './recorders.ts';

const PROFILE = 'dp_taxiway00001';
/** The operations that a recorder refuses. Every other one responds as that of a sandbox does. */
const REFUSED = [
  'createProfile',
  'changeProfile',
  'removeProfile',
  'listCredentials',
  'addCredential',
  'getPageKeys',
  'revokeCredential',
  'resetProfile',
  'exportProfile',
  'importProfile',
  'setClock',
  'advanceClock',
  'listResources',
  'getResource',
  'getProviderCalls',
  'actOnResource',
  'getMetrics',
  'getExam',
  'startExam',
  'stateOutcome',
  'takeOverExam',
  'skipSituation',
  'retrySituation',
  'getExamFile',
  'endExam',
];
const operations = listOperations<string>(await loadControl());

let sandbox: Sandbox;
let sandboxUrl: string;
let recorder: TestRecorder;

beforeAll(async () => {
  sandbox = await createSandbox({ seed: 'control', log: 'silent' });
  sandboxUrl = await sandbox.listen();
  recorder = await startRecorder(sandboxUrl);
  for (let i = 0; i < 3; i++) await search();
  await fetch(`${recorder.url}/search`, { method: 'POST', body: '{}' });
});
afterAll(async () => {
  await closeAll();
  await sandbox.close();
});

describe('the control API of a recorder', () => {
  it.each(operations.map(({ operationId, method, path }) => [operationId, method, path] as const))(
    '%s responds as that of a sandbox does, or names an alternative',
    async (operationId, method, path) => {
      const { status, body } = await call(method, path, BODIES[operationId]);
      if (REFUSED.includes(operationId)) {
        expect([status, body]).toEqual([409, expect.objectContaining({ code: 'not_in_front_of_a_service' })]);
        expect((body as { message: string[] }).message[0]).toMatch(
          /^The recorder cannot .* of another service\. .+\.$/,
        );
        return;
      }
      const own = await call(method, path, BODIES[operationId], sandboxUrl);
      expect([status, own.status]).toEqual([200, 200]);
      const fields = (value: unknown) => (typeof value === 'object' && value ? Object.keys(value).sort() : []);
      const known = operationId === 'getProfile' ? ['liveMode', 'profile'] : fields(own.body);
      expect(fields(body)).toEqual(known);
    },
  );

  it('serves an interface that describes each operation', async () => {
    const response = await fetch(`${recorder.url}/_sandbox/control-api.json`);
    const described = listOperations<string>((await response.json()) as never);
    expect(described.map(({ operationId }) => operationId)).toEqual(operations.map(({ operationId }) => operationId));
    const refused = described.filter(({ description }) => description.responses?.['200'] === undefined);
    expect(refused.map(({ operationId }) => operationId).sort()).toEqual(REFUSED.toSorted());
  });

  it('lists the exchanges of one profile or of all, with pages and filters', async () => {
    const list = async (query: string, profile = PROFILE) => {
      const { body } = await call('get', `/_sandbox/profiles/${profile}/journal${query}`);
      return body as { exchanges: { sequence: number; operation: string }[]; next: number | null };
    };
    const first = await list('?limit=2');
    expect(first.exchanges.map(({ sequence }) => sequence)).toEqual([3, 2]);
    const second = await list(`?limit=2&after=${first.next}`);
    expect([second.exchanges.map(({ sequence }) => sequence), second.next]).toEqual([[1], null]);
    expect((await list('?order=oldest&after=1')).exchanges.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect((await list('?operation=book')).exchanges).toEqual([]);
    expect((await list('?status=200&outcome=ok&contains=Alcal%C3%A1')).exchanges).toHaveLength(3);
    expect((await list('', 'all')).exchanges).toHaveLength(4);
  });

  it('streams exchanges and findings', async () => {
    const stop = new AbortController();
    const stream = async (path: string) => {
      const response = await fetch(`${recorder.url}/_sandbox/profiles/${path}`, { signal: stop.signal });
      return { response, reader: response.body?.pipeThrough(new TextDecoderStream()).getReader() };
    };
    const [journal, verdicts] = [await stream(`${PROFILE}/journal/stream`), await stream('all/verdicts/stream')];
    await search();
    const read = async ({ reader }: typeof journal, wanted: RegExp) => {
      let text = '';
      while (!wanted.test(text)) text += (await reader?.read())?.value ?? '';
      return text;
    };
    expect(await read(journal, /event: exchange\ndata: .*\n\n/)).toContain('"operationId":"searchTransfers"');
    expect(await read(verdicts, /event: counts\ndata: .*\n\n/)).toContain('"exchanges":');
    stop.abort();
  });

  it('reports an unknown profile', async () => {
    const { status, body } = await call('get', '/_sandbox/profiles/dp_nobody000000/journal');
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'profile_not_found' })]);
  });
});

describe('the commands for a running sandbox', () => {
  it.each([
    [['journal'], 0, 'entry 1'],
    [['profiles'], 0, PROFILE],
    [['arm', 'book:502', '--calls', '1'], 0, 'book:502, for 1 more call'],
    [['arm', '--clear'], 0, 'nothing is armed'],
    [['clock'], 0, 'the clock of the sandbox'],
    [['clock', 'advance', 'PT1M'], 2, 'The recorder cannot move the clock of another service. '],
    [['settle', 'abc'], 2, 'The recorder cannot act on a resource of another service. '],
    [['reset'], 2, 'The recorder cannot reset a profile of another service. '],
  ])('work on a recorder: taxiway %j ends with %i', async (args, code, text) => {
    const ended = await runTaxiway([...args, '--url', recorder.url]);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(text)]);
  });

  it('let the judge read the journal of a recorder', async () => {
    const ended = await runTaxiway(['judge', recorder.url, '--profile', PROFILE, '--no-color']);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toMatch(/\b4 exchanges, 1 profile, 0 other calls skipped/);
  });
});

const BODIES: Readonly<Record<string, object>> = {
  armScenario: { scenario: 'book:502', calls: 1 },
  advanceClock: { by: 'PT1M' },
  setClock: { mode: 'running' },
  createProfile: {},
  changeProfile: { name: 'Ada' },
  actOnResource: { action: 'cancel' },
};

/** Calls an operation for a profile and an exchange that both have. Leaves a stream after its head. */
async function call(method: string, path: string, body?: object, baseUrl = recorder.url) {
  const { body: journal } = path.includes('{exchangeId}')
    ? await call('get', `/_sandbox/profiles/${PROFILE}/journal`, undefined, baseUrl)
    : { body: null };
  const [exchange] = (journal as { exchanges: { exchangeId: string }[] } | null)?.exchanges ?? [];
  const filled = path
    .replace('{profileCode}', PROFILE)
    .replace('{exchangeId}', encodeURIComponent(exchange?.exchangeId ?? ''))
    .replace(/\{\w+\}/, 'some');
  const stop = new AbortController();
  const response = await fetch(baseUrl + filled, {
    method: method.toUpperCase(),
    signal: stop.signal,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) stop.abort();
  else if (type.startsWith('application/json')) return { status, body: await response.json() };
  else await response.text();
  return { status, body: type };
}

async function search(): Promise<void> {
  const response = await fetch(`${recorder.url}/search`, {
    method: 'POST',
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime: `${new Date(Date.now() + 5_184_000_000).toISOString().slice(0, 10)}T11:30:00`,
      passengers: 1,
    }),
  });
  expect(response.status).toBe(200);
  await response.text();
}
