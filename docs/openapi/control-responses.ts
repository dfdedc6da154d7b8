import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Schema } from '../../src/interface/api.ts';

/**
 * A successful response of the sandbox to each operation of the control API: the same each time, by a fixed seed and
 * clock. What real time or this machine makes of it is replaced, and long lists end after their second entry.
 */
export async function collectControlResponses(): Promise<Record<string, unknown>> {
  const settings = { seed: 'openapi', offers: 1, log: 'silent' } as const;
  const sandbox = await createSandbox({ ...settings, now: NOW, metrics: true });
  // An exam needs a clock that does not stand still by a setting.
  const examining = await createSandbox({ ...settings, clock: { now: () => Date.parse(NOW) } });
  try {
    return {
      ...(await collectFrom(sandbox, async (call) => ({
        ...(await walkSandbox(call)),
        ...(await walkProfile(call)),
        ...(await walkNewProfile(call)),
      }))),
      ...(await collectFrom(examining, walkExam)),
    };
  } finally {
    await Promise.all([sandbox.close(), examining.close()]);
  }
}

async function collectFrom(
  sandbox: Sandbox,
  walk: (call: Call) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const baseUrl = await sandbox.listen();
  const demo = sandbox.headers();
  const call: Call = async (method, path, body, headers = path.startsWith(ROOT) ? {} : demo) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, 'User-Agent': 'client/1.0', ...(body && { 'Content-Type': 'application/json' }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await textOf(response);
    return isJson(response) ? (JSON.parse(text) as object) : text;
  };
  return Object.fromEntries(
    Object.entries(await walk(call)).map(([name, response]) => [name, settled(cutLists(response), baseUrl)]),
  );
}

const NOW = '2027-01-10T12:00:00Z';

/** Sends a call: those of the service with the headers of the demo profile, where no others are given. */
type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<unknown>;

interface Keys {
  profileCode: string;
  publicKey: string;
  secretKey: string;
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/** Of a stream, its first event. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const [event] = /^(?:id|event|data): [^]*?\n\n/m.exec(text) ?? [];
    if (event) return event;
  }
  throw new Error(`the stream ended: ${text}`);
}

function settled(response: unknown, baseUrl: string): unknown {
  const text = JSON.stringify(response)
    .replaceAll(new URL(baseUrl).host, '127.0.0.1:4010')
    .replace(/(\\?"(?:durationMs|time|wait)\\?"):[\d.]+/g, '$1:3')
    .replace(
      /(\\?"(?:realTime|startedDateTime|calledAt)\\?"):(?:\d+|(\\?")[^"\\]*\\?")/g,
      (_, name: string, quote?: string) =>
        quote === undefined ? `${name}:1793611800000` : `${name}:${quote}2026-11-02T09:30:00.000Z${quote}`,
    )
    .replace(/"node":"[^"]*"/, '"node":"24.0.0"');
  return JSON.parse(text) as unknown;
}

function cutLists(response: unknown): unknown {
  if (typeof response !== 'object' || response === null) return response;
  return Object.fromEntries(
    Object.entries(response).map(([name, part]) => [name, Array.isArray(part) ? part.slice(0, 2) : (part as unknown)]),
  );
}

/** Leaves out the metrics that depend on time and on the machine. */
function onlyRequests(metrics: unknown): string {
  return String(metrics)
    .split('\n')
    .filter((line) => line.includes('taxiway_requests_total'))
    .join('\n');
}

const ROOT = '/_sandbox';

async function walkSandbox(call: Call) {
  return {
    getHealth: await call('GET', `${ROOT}/health`),
    getReadiness: await call('GET', `${ROOT}/ready`),
    getVersion: await call('GET', `${ROOT}/version`),
    getMetrics: onlyRequests(await call('GET', `${ROOT}/metrics`)),
    getSettings: await call('GET', `${ROOT}/settings`),
    listScenarios: await call('GET', `${ROOT}/scenarios`),
    listRules: await call('GET', `${ROOT}/rules`),
    listAssumptions: await call('GET', `${ROOT}/assumptions`),
    listErrorCodes: await call('GET', `${ROOT}/error-codes`),
  };
}

/** The demo profile books a transfer, which is pending. */
async function walkProfile(call: Call) {
  const own = `${ROOT}/profiles/dp_taxiway00001`;
  const armScenario = await call('PUT', `${own}/scenario`, { scenario: 'book:pending(reads=2)' });
  const getArmedScenario = await call('GET', `${own}/scenario`);
  await book(call);
  const listJournal = await call('GET', `${own}/journal?limit=1&operation=book`);
  const exchange = `${own}/journal/${idOf(listJournal, 'exchanges', 'exchangeId')}`;
  const listResources = await call('GET', `${own}/resources?limit=1&kind=reservations`);
  const reservation = `${own}/resources/${idOf(listResources, 'resources', 'resourceId')}`;
  return {
    armScenario,
    getArmedScenario,
    listJournal,
    listResources,
    getExchange: await call('GET', exchange),
    getExchangeAsCurl: await call('GET', `${exchange}/curl`),
    getResource: await call('GET', reservation),
    getProviderCalls: await call('GET', `${reservation}/provider-calls`),
    getAgenda: await call('GET', `${own}/agenda?limit=2`),
    getVerdicts: await call('GET', `${own}/verdicts?rule=transfer.booking.pending.no-resend`),
    // Its beginning: the whole page has 60 kB.
    getVerdictsPage: String(await call('GET', `${own}/verdicts.html`)).split('<style>')[0],
    actOnResource: await call('POST', `${reservation}/actions`, { action: 'complete' }),
    clearVerdicts: await call('DELETE', `${own}/verdicts`),
    clearScenario: await call('DELETE', `${own}/scenario`),
  };
}

/** A new profile, whose one search finds nothing: its records are few. */
async function walkNewProfile(call: Call) {
  const createProfile = await call('POST', `${ROOT}/profiles`, { name: 'Checkout' });
  const { profileCode, publicKey, secretKey } = keysOf(createProfile);
  const own = `${ROOT}/profiles/${profileCode}`;
  const headers = { Authorization: `Bearer ${secretKey}`, 'X-Service-Id': `${publicKey}:${profileCode}` };
  const exportProfile = await call('GET', `${own}/export`);
  await call('POST', '/search?scenario=no-offers', SEARCH, headers);
  const addCredential = await call('POST', `${own}/credentials`);
  return {
    createProfile,
    exportProfile,
    addCredential,
    getPageKeys: await call('POST', `${own}/page-keys/console`),
    listProfiles: await call('GET', `${ROOT}/profiles`),
    getProfile: await call('GET', own),
    changeProfile: await call('PATCH', own, { name: 'Payment' }),
    listCredentials: await call('GET', `${own}/credentials`),
    revokeCredential: await call('DELETE', `${own}/credentials/${keysOf(addCredential).publicKey}`),
    streamJournal: await call('GET', `${own}/journal/stream?after=0`),
    streamVerdicts: await call('GET', `${own}/verdicts/stream`),
    exportJournal: await call('GET', `${own}/journal.ndjson`),
    exportJournalAsHar: await call('GET', `${own}/journal.har`),
    getClock: await call('GET', `${own}/clock`),
    setClock: await call('PUT', `${own}/clock`, { mode: 'frozen', now: '2027-01-10T13:00:00Z' }),
    advanceClock: await call('POST', `${own}/clock/advance`, { by: 'PT21M' }),
    resetProfile: await call('POST', `${own}/reset`),
    importProfile: await call('POST', `${own}/import`, exportProfile as object),
    removeProfile: await call('DELETE', own),
  };
}

/** The first situation is passed over, the next one waits for a new key pair, and the app finds no offers in it. */
async function walkExam(call: Call) {
  const own = `${ROOT}/profiles/dp_taxiway00001`;
  const exam = `${own}/exam`;
  const client = { name: 'my-shop', version: '2.4.1' };
  const startExam = await call('POST', exam, { client, only: ['book-transfer.no-offers', 'book-transfer.plain'] });
  const takeOverExam = await call('POST', `${exam}/takeover`);
  const { key, exam: taken } = takeOverExam as { key: string; exam: { keys: { publicKey: string } } };
  const headers = { 'X-Taxiway-Exam': key };
  const lead: Lead = (method, step = '', body) => call(method, exam + step, body, headers);
  await untilPhase(lead, 'waiting');
  await call('POST', '/search', SEARCH);
  const getExam = await lead('GET');
  await call('DELETE', `${own}/credentials/${taken.keys.publicKey}`, undefined, headers);
  const skipSituation = await lead('POST', '/skip', { situation: 1 });
  await untilPhase(lead, 'stuck');
  const retrySituation = await lead('POST', '/retry');
  await untilPhase(lead, 'waiting');
  await call('POST', '/search', SEARCH);
  const stateOutcome = await lead('POST', '/statement', { situation: 2, outcome: 'not booked' });
  await untilPhase(lead, 'over');
  const getExamFile = await lead('GET', '/files/certificate.json');
  const last = { getExamFile, endExam: await lead('DELETE') };
  return { startExam, takeOverExam, getExam, skipSituation, retrySituation, stateOutcome, ...last };
}

/** Sends a call of the page that leads the exam. */
type Lead = (method: 'GET' | 'POST' | 'DELETE', step?: string, body?: object) => Promise<unknown>;

async function untilPhase(lead: Lead, phase: string): Promise<void> {
  for (;;) {
    const { exam } = (await lead('GET')) as { exam: { phase: string } };
    if (exam.phase === phase) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const SEARCH = {
  pickup: { iataCode: 'MAD' },
  dropoff: { address: 'Calle de Alcalá 42, Madrid' },
  pickupDateTime: '2027-03-15T11:30:00',
  passengers: 2,
};

async function book(call: Call): Promise<void> {
  const { searchId, offers } = (await call('POST', '/search', SEARCH)) as Schema['TransferSearchResponse'];
  const offer = offers.find(
    ({ flightInfoRequired, extraPassengersRequired }) => !flightInfoRequired && !extraPassengersRequired,
  );
  if (!offer) throw new Error('the search finds no offer that needs nothing else');
  const ids = { searchId, resultId: offer.resultId, bookingToken: offer.bookingToken };
  const { pricingToken } = (await call('POST', '/pricing', ids)) as Schema['PricingResponse'];
  const traveller = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
  await call('POST', '/book', { ...ids, pricingToken, traveller });
}

function idOf(response: unknown, list: string, name: string): string {
  const [first] = (response as Record<string, Record<string, string>[]>)[list] ?? [];
  const id = first?.[name];
  if (id === undefined) throw new Error(`no ${name} in ${JSON.stringify(response)}`);
  return id;
}

function keysOf(response: unknown): Keys {
  return (response as { credential: Keys }).credential;
}
