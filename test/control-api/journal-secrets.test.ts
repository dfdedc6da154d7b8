import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { redactBody, redactCredential, redactText } from '../../src/exchange/redaction.ts';
import { createSandbox, VirtualClock } from '../../src/index.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { callable, NOW } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN } from '../transfers/transfer-client.ts';
import { control, headersOf } from './control-client.ts';
import { journalClient } from './journal-client.ts';

const SECRET = 'sk_sandbox_taxiway_demo';
/** Every way to write it that a URL or JSON takes to be the same. */
const encoded = [...SECRET].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
const escaped = [...SECRET].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('');
/** As a proxy or a careless client may write it. */
const half = 'sk%5fsandbox_taxiway_demo';
const RECOGNISABLE = [
  SECRET,
  half,
  'sandbox_taxiway_demo',
  encoded,
  encoded.toUpperCase(),
  escaped,
  'taxiway%5Fdemo',
  'taxiway\\u005fdemo',
];

it('a secret sent anywhere is not in the journal, the log, the store file, an export or a refusal', async () => {
  const store = temporaryFile();
  let log = '';
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const sandbox = await createSandbox({ store, now: NOW, log: 'debug', logTo });
  const baseUrl = await sandbox.listen();
  const headers = {
    ...sandbox.headers(),
    'Content-Type': 'application/json',
    'X-Note': `${SECRET}, and ${SECRET}`,
    Cookie: `token=${SECRET}`,
    'Proxy-Authorization': `Basic ${SECRET}`,
  };
  const refusals: string[] = [];
  const post = async (path: string, body: string) => {
    const { status, text } = await sendRaw(baseUrl, { method: 'POST', path, headers, body });
    if (status !== 200) refusals.push(text);
  };
  await post(`/v1/flights/search?key=${SECRET}`, JSON.stringify({ ...FLIGHT_SEARCH, [SECRET]: SECRET }));
  await post(
    `/v1/flights/search?key=x${SECRET}&also=${encoded}&${encoded.toUpperCase()}=1`,
    `{"a": "${escaped}", "b": "taskx${SECRET}"`,
  );
  await post('/v1/flights/search?scenario=truncated-body', JSON.stringify(FLIGHT_SEARCH)).catch(() => undefined);
  await post(
    `/v1/flights/order/0/${SECRET}`,
    JSON.stringify({ currency: SECRET, passengers: [{ id: SECRET, firstName: `Ada ${SECRET}` }] }),
  );
  await post('/v1/flights/search', `"${'x'.repeat(199_990)}${SECRET}"`);
  await sendRaw(baseUrl, { path: `/reservations/details?partnerTrackingId=${SECRET}`, headers });
  await post(`/v1/flights/search?scenario=${half}`, JSON.stringify(FLIGHT_SEARCH));
  await post(`/v1/flights/search`, JSON.stringify({ ...FLIGHT_SEARCH, [half]: half, [SECRET]: 1 }));
  await post(`/v1/flights/order/0/${half}/${encoded}`, '{}');
  await post(`/nowhere/${SECRET}/${half}?${half}`, '{}');
  await control(baseUrl, 'GET', `/nowhere/${half}`);

  const journal = journalClient(baseUrl, sandbox.demoKeys);
  const list = await journal.list();
  expect(list.exchanges).toHaveLength(10);
  const stream = await journal.stream({ after: 0 });
  await stream.until(10);
  const seen = [
    JSON.stringify(list),
    stream.text(),
    log,
    (
      await control(baseUrl, 'GET', `/profiles/${sandbox.demoKeys.profileCode}/export`, {
        headers: headersOf(sandbox.demoKeys),
      })
    ).text,
    ...refusals,
  ];
  expect(refusals).toHaveLength(8);
  for (const { exchangeId } of list.exchanges)
    seen.push(JSON.stringify(await journal.exchange(exchangeId)), await journal.curl(exchangeId));
  await sandbox.close();
  for (const file of readdirSync(dirname(store))) seen.push(readFileSync(join(dirname(store), file), 'latin1'));
  for (const { exchangeId } of list.exchanges) expect(seen.at(-1)).toContain(exchangeId);
  for (const form of RECOGNISABLE)
    expect(
      seen
        .filter((text) => text.includes(form))
        .map((text) => text.slice(Math.max(0, text.indexOf(form) - 100)).slice(0, 200)),
    ).toEqual([]);
});

it('a secret in the name of a profile is not in its export, in any encoding', async () => {
  const sandbox = await createSandbox({ log: 'silent' });
  const baseUrl = await sandbox.listen();
  const named = await sandbox.addProfile({ name: `${SECRET} ${half} ${encoded}` });
  const { text } = await control(baseUrl, 'GET', `/profiles/${named.profileCode}/export`, {
    headers: headersOf(named),
  });
  expect(JSON.parse(text).profile.name).toBe('sk_sandbox_… sk_sandbox_… sk_sandbox_…');
  await sandbox.close();
});

describe('the redaction of a text', () => {
  it.each([
    ['sk_live_abc-DEF_1', 'sk_…'],
    ['a sk_x, b', 'a sk_…, b'],
    ['?a=sk_x&b=1', '?a=sk_…&b=1'],
    ['?a=%20sk_x%26b', '?a=%20sk_…%26b'],
    ['%73%6B%5Fliv%65%5fx', 'sk_…'],
    ['{"a":"\\u0073\\u006B\\u005flive"}', '{"a":"sk_…"}'],
    ['"\\nsk_live"', '"\\nsk_…"'],
    ['my_sk_live', 'my_sk_…'],
    ['xsk_sandbox_abc', 'xsk_…'],
  ])('%s leaves %s', (text, left) => {
    expect(redactText(text)).toBe(left);
    expect(redactBody(Buffer.from(text), true).toString()).toBe(left);
  });

  it.each(['task_id', 'risk_level=5', 'DESK_NO', 'k_', 'pk_sandbox_abc', '100%', '\\u0041', 'Málaga 😀 sk'])(
    '%s changes nothing',
    (text) => {
      expect(redactText(text)).toBe(text);
      expect(redactBody(Buffer.from(text), true).toString()).toBe(text);
    },
  );

  it('the text around a secret stays unchanged, byte for byte', () => {
    const [before, after] = [Buffer.from([0xff, 0x00, 0xc3]), Buffer.from('Málaga 😀')];
    const redacted = redactBody(Buffer.concat([before, Buffer.from(' sk_live_1 '), after]), false);
    expect(redacted).toEqual(Buffer.concat([before, Buffer.from(' sk_… '), after]));
  });

  it('every secret of a long body is redacted', () => {
    const body = Buffer.from(Array.from({ length: 500 }, (_, i) => `{"task_${i}": "sk_sandbox_${i}k_"}`).join());
    expect(redactBody(body, false).toString()).toBe(
      Array.from({ length: 500 }, (_, i) => `{"task_${i}": "sk_…"}`).join(),
    );
  });
});

describe('the redaction of a credential', () => {
  it.each([
    ['Bearer sk_sandbox_taxiway_demo', 'Bearer …demo'],
    ['bearer   sk_sandbox_0123456789', 'bearer   …6789'],
    ['sk_sandbox_0123456789', '…6789'],
    ['Bearer short', 'Bearer …'],
    ['', '…'],
  ])('%s shows %s', (value, shown) => {
    expect(redactCredential(value)).toBe(shown);
  });
});

it('a percent-encoded secret that a response repeats is not in the journal', async () => {
  const sandbox = await createSandbox({ log: 'silent', now: NOW });
  const baseUrl = await sandbox.listen();
  const server = callable(() => ({ sandbox, clock: new VirtualClock(NOW), baseUrl }));
  const { status } = await server.post('/search', { ...AIRPORT_TO_TOWN, dropoff: { address: `Calle ${encoded} 42` } });
  const { response } = await journalClient(baseUrl, sandbox.demoKeys).newest();
  expect(status).toBe(200);
  expect(response.body).toContain('Calle ');
  expect(response.body).not.toContain(encoded);
  await sandbox.close();
});
