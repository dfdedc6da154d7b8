import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObservedBody } from '../../src/check/judge/judged-exchange.ts';
import { HarReader } from '../../src/exchange/har/read-har.ts';
import { JournalReader } from '../../src/exchange/journal-file/read-journal-file.ts';
import type { RecordedCall } from '../../src/check/judge/recording/recorded-call.ts';
import { Redaction } from '../../src/exchange/redaction.ts';
import { har } from '../../src/exchange/har/write-har.ts';
import { journal } from '../../src/exchange/journal-file/write-journal-file.ts';
import { OutFile } from '../../src/recorder/files/out-file.ts';
import type { RecordedBody, RecordedExchange } from '../../src/recorder/recording/recorded-exchange.ts';
import { jsonOf, toCall } from '../../src/recorder/recording/recorded-exchange.ts';
import { reportOn } from '../check/judge/support/recordings.ts';

const bodies: fc.Arbitrary<RecordedBody> = fc.oneof(
  fc.constant({ text: null, isBase64: false, isCut: false, bytes: 0 }),
  fc.record({
    text: fc.constant(null),
    isBase64: fc.constant(false),
    isCut: fc.constant(true),
    bytes: fc.integer({ min: 1 }),
  }),
  fc
    .oneof(fc.json(), fc.string({ minLength: 1 }))
    .map((text) => ({ text, isBase64: false, isCut: false, bytes: Buffer.byteLength(text) })),
  fc.constant({ text: Buffer.from([0xff, 0xfe, 0x00]).toString('base64'), isBase64: true, isCut: false, bytes: 3 }),
);
const headers = fc.array(fc.constantFrom('Authorization', 'Bearer …demo', 'X-Service-Id', 'pk_a:dp_b')).map((list) => {
  return list.length % 2 === 0 ? list : list.slice(1);
});
const exchanges: fc.Arbitrary<RecordedExchange> = fc
  .record({
    began: fc.integer({ min: 1, max: 1e6 }).map((n) => 1.8e12 + n / 1000),
    took: fc.integer({ min: 1, max: 1e6 }).map((n) => n / 1000),
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    requestHeaders: headers,
    requestBody: bodies,
    response: fc.option(
      fc.record({ status: fc.constantFrom(200, 400, 502), statusText: fc.constant('OK'), headers, body: bodies }),
    ),
    isTruncated: fc.boolean(),
  })
  .map(({ took, began, isTruncated, response, ...rest }) => ({
    ...rest,
    sequence: 1,
    began,
    ended: began + took,
    overlapped: 0,
    at: Math.ceil(began),
    operation: null,
    origin: 'https://staging.example',
    base: 'https://staging.example/api',
    target: '/api/book?a=%20b',
    response,
    served: response,
    ending: endingOf(response !== null, isTruncated),
    reason: '',
    scenario: null,
  }));

describe('a recording', () => {
  it('is read by the judge as the recorder itself judged it', () => {
    fc.assert(
      fc.property(exchanges, (exchange) => {
        const { response } = exchange;
        const { bytes: _, ...call } = parsed(toCall(exchange, response && jsonOf(response.body)));
        expect(parsed(new HarReader(new Redaction()).read(Buffer.from(har.entry(exchange))))).toEqual(call);
        const reader = new JournalReader();
        reader.read(Buffer.from(journal.head('why')));
        expect(parsed(reader.read(Buffer.from(journal.entry(exchange))))).toEqual({ ...call, began: 0, ended: 1 });
        expect(reader.gap).toBe('why');
      }),
      { numRuns: 200, seed: 16 },
    );
  });

  it.each(['har', 'ndjson'])('is a whole .%s file after each exchange', (extension) => {
    const file = join(mkdtempSync(join(tmpdir(), 'taxiway-out-')), 'deep', `recording.${extension}`);
    const out = new OutFile(file, 'why');
    const [one] = fc.sample(exchanges, { numRuns: 1, seed: 7 });
    for (let count = 0; count < 4; count++) {
      const text = readFileSync(file, 'utf8');
      const held =
        extension === 'har'
          ? (JSON.parse(text) as { log: { entries: unknown[] } }).log.entries
          : text
              .trimEnd()
              .split('\n')
              .slice(1)
              .map((line): unknown => JSON.parse(line));
      expect(held).toHaveLength(count);
      if (one) out.add({ ...one, sequence: count + 1 });
    }
    out.close();
    expect(() => new OutFile(file, 'why')).toThrow('an earlier recording is not overwritten; name another one');
  });

  it.each(['har', 'ndjson'])('is judged up to where a killed recorder left a .%s file', async (extension) => {
    const file = join(mkdtempSync(join(tmpdir(), 'taxiway-out-')), `recording.${extension}`);
    const out = new OutFile(file, 'why');
    const lengths = [readFileSync(file).length];
    for (const [i, one] of fc.sample(exchanges, { numRuns: 3, seed: 7 }).entries()) {
      out.add({ ...one, sequence: i + 1 });
      lengths.push(readFileSync(file).length);
    }
    out.close();
    const whole = readFileSync(file);
    const [empty = 0, first = 0, second = 0, third = 0] = lengths;
    const cuts = [empty + 20, first - 10, second - 10, second + 20, third - 10].map((at) => whole.subarray(0, at));
    const seen: [number, string | null][] = [];
    for (const bytes of [...cuts, whole]) {
      const { calls, breaksOff } = (await reportOn(bytes)).recording;
      seen.push([calls, breaksOff]);
    }
    const place = (entry: number) => `in the middle of ${extension === 'har' ? 'entry' : 'line'} ${entry}`;
    const lines = extension === 'har' ? 0 : 1;
    expect(seen).toEqual([...[0, 0, 1, 2, 2].map((calls) => [calls, place(calls + 1 + lines)]), [3, null]]);
  });
});

/** A call with its response read: a source may hand over a text or a value. */
function parsed(call: RecordedCall | null): RecordedCall {
  if (!call) throw new Error('there is no call');
  const { response } = call;
  if (!response || typeof response.body === 'string' || !('text' in response.body)) return call;
  return { ...call, response: { ...response, body: valueOf(response.body.text) } };
}

function valueOf(text: string): ObservedBody {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'unreadable';
  }
}

function endingOf(hasResponse: boolean, isTruncated: boolean): RecordedExchange['ending'] {
  if (!hasResponse) return 'client-gone';
  return isTruncated ? 'truncated' : 'complete';
}
