import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObservedBody } from '../../src/check/judge/judged-exchange.ts';
import { observe } from '../../src/check/judge/judged-exchange.ts';
import type { Held } from '../../src/check/judge/recording/service-finder.ts';
import type { Exchange, Header, Message } from '../../src/exchange/exchange.ts';
import type { FileAbout } from '../../src/exchange/file-form.ts';
import { HarReader } from '../../src/exchange/har/read-har.ts';
import { har } from '../../src/exchange/har/write-har.ts';
import { JournalReader } from '../../src/exchange/journal-file/read-journal-file.ts';
import { journalFile } from '../../src/exchange/journal-file/write-journal-file.ts';
import { Redaction } from '../../src/exchange/redaction.ts';
import { OutFile } from '../../src/recorder/files/out-file.ts';
import { heldOf, servedValue } from '../../src/recorder/recording/record.ts';
import { reportOn } from '../check/judge/support/recordings.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

const about: FileAbout = { creator: 'taxiway record', gap: 'why' };
const headers = fc.array(
  fc.constantFrom<Header[]>(['Authorization', 'Bearer …demo'], ['X-Service-Id', 'pk_a:dp_b'], ['X-Other', '']),
);
const bytes = Buffer.from([0xff, 0xfe, 0x00]).toString('base64');
const messages: fc.Arbitrary<Message> = fc
  .tuple(
    headers,
    fc.oneof(
      fc.constant({ body: null, encoding: 'utf-8' as const, bodyBytes: 0, cut: false }),
      fc
        .integer({ min: 1 })
        .map((length) => ({ body: null, encoding: 'utf-8' as const, bodyBytes: length, cut: true })),
      fc.oneof(fc.json(), fc.string({ minLength: 1 })).map((body) => ({
        ...{ body, encoding: 'utf-8' as const, cut: false },
        bodyBytes: Buffer.byteLength(body),
      })),
      fc.constant({ body: bytes, encoding: 'base64' as const, bodyBytes: 3, cut: false }),
    ),
  )
  .map(([pairs, body]) => ({ headers: pairs, ...body }));
const exchanges: fc.Arbitrary<Exchange> = fc
  .record({
    began: fc.integer({ min: 1, max: 1e6 }).map((n) => 1.8e12 + n / 1000),
    took: fc.integer({ min: 1, max: 1e6 }).map((n) => n / 1000),
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    request: messages,
    response: fc.option(messages),
    status: fc.constantFrom(200, 400, 502),
    isTruncated: fc.boolean(),
  })
  .map(({ took, began, isTruncated, response, status, ...rest }) => ({
    ...rest,
    exchangeId: 'entry 1',
    sequence: 1,
    began,
    ended: began + took,
    overlapped: 0,
    at: Math.ceil(began),
    realTime: Math.floor(began),
    durationMs: took,
    operationId: null,
    server: 'https://staging.example',
    base: 'https://staging.example/api',
    path: '/api/book?a=%20b',
    status: response && status,
    statusText: 'OK',
    response,
    served: response && { status, message: response },
    ending: endingOf(response !== null, isTruncated),
    reason: '',
    scenario: null,
    scenarioFrom: null,
  }));

describe('a recording', () => {
  it('gets the same verdict from taxiway judge as from the recorder', () => {
    fc.assert(
      fc.property(exchanges, (exchange) => {
        const { bytes: _, ...held } = heldOf(exchange, servedValue(exchange));
        const call = seen(exchange, held);
        expect(seen(new HarReader(new Redaction()).read(Buffer.from(har(about).entry(exchange))))).toEqual(call);
        const reader = new JournalReader();
        reader.read(Buffer.from(journalFile(about).head));
        expect(seen(reader.read(Buffer.from(journalFile(about).entry(exchange))))).toEqual({
          ...call,
          began: 0,
          ended: 1,
        });
        expect(reader.gap).toBe('why');
      }),
      { numRuns: 200, seed: 16 },
    );
  });

  it.each(['har', 'ndjson'])('is a complete .%s file after each exchange', (extension) => {
    const file = join(temporaryFolder(), 'deep', `recording.${extension}`);
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

  it.each(['har', 'ndjson'])('is judged up to the end of a .%s file of a killed recorder', async (extension) => {
    const file = join(temporaryFolder(), `recording.${extension}`);
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

/** The judge's view of an exchange, with its response parsed: a source may pass a text or a value. */
function seen(exchange: Exchange | null, held: Held = {}) {
  if (!exchange) throw new Error('there is no exchange');
  const { server, base, path, isRough, profileCode, request } = exchange;
  const observed = { ...observe(exchange), ...held };
  const { response } = observed;
  const body = response?.body;
  return {
    ...{ server, base, path, isRough, profileCode, headers: request.headers, ...observed },
    response:
      response && typeof body === 'object' && 'text' in body ? { ...response, body: valueOf(body.text) } : response,
  };
}

function valueOf(text: string): ObservedBody {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'unreadable';
  }
}

function endingOf(hasResponse: boolean, isTruncated: boolean): Exchange['ending'] {
  if (!hasResponse) return 'client-gone';
  return isTruncated ? 'truncated' : 'answered';
}
