import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/interface/api.ts';
import { allOperations } from '../../src/scenarios/operations.ts';
import { control } from '../control-api/control-client.ts';
import { makeCall, prepareCall } from '../server/calls.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const transfers = transferClient(sandbox);

async function callUnder(operationId: OperationId, scenario: string) {
  const call = await prepareCall(sandbox, operationId);
  return { call, response: await makeCall(sandbox, call, { scenario }) };
}

const HTML = 'text/html; charset=utf-8';

/** Expects that the operation returns the response of a gateway, and that nothing is done: the next call succeeds. */
async function expectNotDone(operationId: OperationId, scenario: string, seen: object, page: RegExp): Promise<void> {
  const { call, response } = await callUnder(operationId, scenario);
  const { status, headers, text } = response;
  expect({ status, type: headers['content-type'], wait: headers['retry-after'] }).toEqual(seen);
  expect(text).toMatch(page);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  expect(headers['x-sandbox-scenario']).toBe(scenario);
  expect((await makeCall(sandbox, call)).status).toBe(200);
}

it.each(allOperations)('502-html: %s is not done, and returns a page', async (operationId) => {
  await expectNotDone(operationId, '502-html', { status: 502, type: HTML }, /^<!doctype html>.*<h1>502 Bad Gateway</s);
});

it.each(allOperations)('502-empty: %s is not done, and returns nothing but the status', async (operationId) => {
  await expectNotDone(operationId, '502-empty', { status: 502 }, /^$/);
});

it.each(allOperations)('503: %s is not done, and is asked to wait', async (operationId) => {
  await expectNotDone(operationId, '503', { status: 503, type: HTML, wait: '2' }, /<h1>503 Service Unavailable</);
});

it.each(allOperations)('429: %s is not done, and is asked to wait', async (operationId) => {
  await expectNotDone(operationId, '429', { status: 429, type: HTML, wait: '2' }, /<h1>429 Too Many Requests</);
});

it('502-html-after-commit: the booking exists, and the response is that of 502-html', async () => {
  await expectTwins('502-html-after-commit', '502-html');
});

it('502-empty-after-commit: the booking exists, and the response is that of 502-empty', async () => {
  await expectTwins('502-empty-after-commit', '502-empty');
});

it('503-after-commit: the booking exists, and the response is that of 503', async () => {
  await expectTwins('503-after-commit', '503');
});

async function expectTwins(scenario: string, twin: string): Promise<void> {
  const [one, other] = [await transfers.priced(), await transfers.priced()];
  const made = await sandbox.post('/book', bookRequest(one), { scenario });
  const lost = await sandbox.post('/book', bookRequest(other), { scenario: twin });
  expect([made.status, made.text, shown(made.headers)]).toEqual([lost.status, lost.text, shown(lost.headers)]);
  const read = (searchId: string) => sandbox.get('/reservations/details', { query: { searchId } });
  expect((await read(one.search.searchId)).body.status).toBe('completed');
  expect((await read(other.search.searchId)).body.code).toBe('reservation_not_found');
}

describe('Retry-After', () => {
  it.each([
    ['429(wait=PT1.5S)', '2'],
    ['429(wait=PT0S)', '0'],
    ['503(wait=PT2M)', '120'],
    ['503(wait=PT90S,form=date)', 'Sun, 10 Jan 2027 12:01:30 GMT'],
  ])('%s asks for %s, by the clock of the profile', async (scenario, expected) => {
    const { response } = await callUnder('searchTransfers', scenario);
    expect(response.headers['retry-after']).toBe(expected);
  });

  it('has a body of the requested form', async () => {
    const json = (await callUnder('searchFlights', '429(body=json)')).response;
    expect([json.headers['content-type'], Object.keys(json.body)]).toEqual(['application/json', ['message']]);
    const empty = (await callUnder('searchFlights', '503(body=empty)')).response;
    expect([empty.text, empty.headers['content-type']]).toEqual(['', undefined]);
  });

  it.each([
    ['429(wait=P2D)', 'give at most P1D'],
    ['429(form=never)', 'give one of seconds, date'],
    ['503(reads=2)', 'it has wait, form, body, chance, calls'],
    ['429,503', 'contradict each other'],
  ])('refuses %s', async (scenario, message) => {
    const { response } = await callUnder('bookTransfer', scenario);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_scenario']);
    expect(response.body.message[0]).toContain(message);
  });
});

it('the journal and the judge recognise the responses of gateways', async () => {
  const keys = await sandbox.sandbox.addProfile();
  const search = await prepareCall(sandbox, 'searchTransfers', keys);
  for (const scenario of ['502-html', '502-empty', '429']) await makeCall(sandbox, search, { scenario, keys });
  const { exchanges } = (
    await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal?order=newest&limit=3`)
  ).body;
  expect(exchanges.map(({ outcome }: { outcome: object }) => outcome)).toEqual([
    { kind: 'refused', text: '429' },
    { kind: 'error', text: '502' },
    { kind: 'error', text: '502' },
  ]);
  const { body } = await control(
    sandbox.baseUrl,
    'GET',
    `/profiles/${keys.profileCode}/journal/${exchanges[2].exchangeId}`,
  );
  expect(body.exchange.response.body).toContain('<h1>502 Bad Gateway</h1>');
  const { rules } = await sandbox.sandbox.verdicts(keys.profileCode);
  expect(rules.filter(({ verdict }: { verdict: string }) => verdict === 'broken')).toEqual([]);
});

/** The headers without those that name one call. */
function shown(headers: object): object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-request-id'));
}
