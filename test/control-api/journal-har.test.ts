import { Ajv } from 'ajv';
import { beforeEach, describe, expect, it } from 'vitest';
import { observe } from '../../src/check/judge/judged-exchange.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { HarReader } from '../../src/exchange/har/read-har.ts';
import { JournalReader } from '../../src/exchange/journal-file/read-journal-file.ts';
import { Redaction } from '../../src/exchange/redaction.ts';
import type { Body } from '../support/body.ts';
import { useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN } from '../transfers/transfer-client.ts';
import { headersOf, makeProfile } from './control-client.ts';
import { harSchema } from './har.schema.ts';
import type { StateClient } from './state-client.ts';
import { stateClient } from './state-client.ts';

const sandbox = useSandbox();
const fits = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(harSchema);
let client: StateClient;

beforeEach(async () => {
  client = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
});

const exported = async (form: 'har' | 'ndjson') =>
  (await client.call('GET', `/_sandbox/profiles/${client.keys.profileCode}/journal.${form}`)).text;
const entries = async (): Promise<Body[]> => {
  const har = JSON.parse(await exported('har'));
  expect(fits(har) ? [] : fits.errors).toEqual([]);
  return har.log.entries;
};

describe('the journal as HAR', () => {
  it('fits HAR 1.2 for every kind of exchange', async () => {
    expect(await entries()).toEqual([]);
    await client.searchFlights();
    await client.book(await client.price(), '?scenario=failed');
    for (const scenario of ['truncated-body', 'dropped', 'malformed-body', '502'])
      await client.call('POST', `/search?scenario=${scenario}`, AIRPORT_TO_TOWN).catch(() => undefined);
    await client.call('POST', '/search?a=%ff&a=%26&__proto__=1', Buffer.from([0xff, 0x00]).toString('latin1'));
    await client.call('POST', '/search', JSON.stringify({ a: '😀'.repeat(60_000) }));
    const all = await entries();
    expect(all.map(({ comment }) => comment)).toContain('200 failed: supplier_rejected');
    expect(all.map(({ response }) => response.status)).toContain(0);
    expect(all.at(-2)?.request.queryString.slice(1)).toEqual([
      { name: 'a', value: '&' },
      { name: '__proto__', value: '1' },
    ]);
    expect(all.at(-1)?.request).not.toHaveProperty('postData');
  });

  it("has real times, and the profile's instant in a separate field", async () => {
    await client.read('searchId=1');
    const [entry] = await entries();
    expect(entry?._taxiway).toMatchObject({ at: sandbox.clock.now(), operation: 'read', sequence: 1 });
    expect(entry?.startedDateTime).not.toBe(new Date(sandbox.clock.now()).toISOString());
    expect(entry?.time).toBe(entry?.timings.wait);
  });

  it('gets the same verdict as the lines of JSON', async () => {
    await client.searchFlights();
    const priced = await client.price();
    await client.book(priced, '?scenario=pending');
    await client.call('POST', '/book?scenario=dropped', priced).catch(() => undefined);
    await client.read(`searchId=${priced.searchId}`);
    const har = new HarReader(new Redaction());
    const journal = new JournalReader();
    const fromHar = (await entries()).map((entry) => har.read(Buffer.from(JSON.stringify(entry))));
    const fromLines = (await exported('ndjson'))
      .trim()
      .split('\n')
      .map((line) => journal.read(Buffer.from(line)));
    expect(fromHar.map(toCompare)).toEqual(fromLines.filter((call) => call !== null).map(toCompare));
  });

  it('is a download without secrets', async () => {
    const { secretKey, profileCode } = client.keys;
    await client.read(`searchId=${secretKey}`);
    const path = `/_sandbox/profiles/${profileCode}/journal.har`;
    const response = await fetch(`${sandbox.baseUrl}${path}`, { headers: headersOf(client.keys) });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="taxiway-journal-${profileCode}.har"`,
    );
    const text = await response.text();
    expect(text).not.toContain(secretKey);
    expect(text).toContain(`Bearer …${secretKey.slice(-4)}`);
  });
});

/** The judge's view, without the names of the exchanges. */
function toCompare(exchange: Exchange | null) {
  if (!exchange) throw new Error('there is no exchange');
  const { id: _id, ...rest } = observe(exchange);
  return { ...rest, path: exchange.path, headers: exchange.request.headers };
}
