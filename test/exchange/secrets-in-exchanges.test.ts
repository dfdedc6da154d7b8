import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange, Message } from '../../src/exchange/exchange.ts';
import { inPairs } from '../../src/exchange/exchange.ts';
import { har } from '../../src/exchange/har/write-har.ts';
import { journalFile } from '../../src/exchange/journal-file/write-journal-file.ts';
import { Redaction } from '../../src/exchange/redaction.ts';
import { buffer, toNewExchange } from '../../src/journal/captured-exchange.ts';

const keyPart = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-.+/=~'), minLength: 12, maxLength: 40 });
/** Secret keys as services issue them, and tokens of any other look. */
const secrets = fc.oneof(
  keyPart.map((part) => ({ secret: `sk_live_${part}`, part })),
  keyPart.map((part) => ({ secret: part, part })),
);

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const escape = (character: string): string => `\\u00${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
/** Each character may be written in its own way. */
const ways = fc.constantFrom<(character: string) => string>(
  (character) => character,
  percent,
  (character) => percent(character).toUpperCase(),
  escape,
  (character) => (character === '/' ? '\\/' : character),
);
const someWays = fc.array(ways, { minLength: 1, maxLength: 5 });
const written = (secret: string, by: readonly ((character: string) => string)[]): string =>
  [...secret].map((character, i) => (by[i % by.length] ?? percent)(character)).join('');

it('leaves no six characters of a key in headers, address or body, in any position and encoding', () => {
  fc.assert(
    fc.property(
      secrets,
      someWays,
      someWays,
      fc.constantFrom('Bearer', 'bearer', 'Basic'),
      (key, one, other, scheme) => {
        const { secret, part } = key;
        const redaction = new Redaction();
        const headers = [
          ...['Authorization', `${scheme} ${secret}`],
          ...['X-Note', `token ${secret}, and "${written(secret, one)}"`],
          ...['Cookie', `session=${secret}`],
        ];
        redaction.noteHeaders(headers);
        const json = JSON.stringify({ key: secret, deep: [{ note: `my key is ${secret}!` }] });
        const shown = [
          ...redaction.headers(headers).filter((_, i) => i % 2 === 1),
          redaction.text(
            `/search?key=${encodeURIComponent(secret)}&also=${written(secret, one)}#${written(secret, other)}`,
          ),
          redaction.text(`/search?${new URLSearchParams({ key: secret }).toString()}`),
          redaction.body(Buffer.from(json), true).toString(),
          redaction.body(Buffer.from(`Málaga ${secret} 😀 ${written(secret, other)}\0`), true).toString(),
          redaction.body(Buffer.from(json.slice(0, 8 + secret.length)), true, true).toString(),
          redaction.body(Buffer.from(`x ${Buffer.from(`id:${secret}`).toString('base64')}`), true).toString(),
        ];
        expect(shown.map(decodeAll).filter((text) => runOf(part, text) !== null)).toEqual([]);
      },
    ),
    { numRuns: 500, seed: 26 },
  );
});

it('removes a key that is in no header if it has the prefix of secret keys', () => {
  fc.assert(
    fc.property(keyPart, someWays, (part, way) => {
      const redaction = new Redaction();
      for (const text of [`sk_live_${part}`, `"${written(`sk_live_${part}`, way)}"`]) {
        expect(runOf(part, decodeAll(redaction.text(text)))).toBeNull();
        expect(runOf(part, decodeAll(redaction.body(Buffer.from(text), true).toString()))).toBeNull();
      }
    }),
    { numRuns: 500, seed: 26 },
  );
});

it('leaves no six characters of a key in HAR and journal files, in any parts of an exchange', () => {
  fc.assert(
    fc.property(secrets, someWays, fc.constantFrom('sandbox', 'recorder'), ({ secret, part }, way, tool) => {
      const headers = ['Authorization', `Bearer ${secret}`, 'X-Note', `${secret} or ${written(secret, way)}`];
      const path = `/search?key=${encodeURIComponent(secret)}`;
      const body = JSON.stringify({ key: secret, note: `it is ${secret}.` });
      const exchange = (tool === 'sandbox' ? journaled : recorded)({ headers, path, body });
      for (const form of [har, journalFile]) {
        const entry = form({ creator: 'taxiway', gap: null }).entry(exchange);
        expect(runOf(part, decodeAll(entry))).toBeNull();
        expect(JSON.parse(entry)).toBeDefined();
      }
    }),
    { numRuns: 300, seed: 26 },
  );
});

interface Sent {
  headers: readonly string[];
  path: string;
  body: string;
}

/** The response repeats the request. */
function journaled({ headers, path, body }: Sent): Exchange {
  const { request, response, ...head } = toNewExchange(
    buffer(
      {
        ...{
          exchangeId: 'req_1',
          profileCode: 'dp_1',
          at: 0,
          realTime: 0,
          durationMs: 1,
          operationId: 'searchFlights',
        },
        ...{ origin: 'client', method: 'POST' },
        ...{ authenticated: true, value: undefined, sentHeaders: headers },
        ...{ path, requestHeaders: headers, requestBody: Buffer.from(body), status: 200 },
        ...{
          ending: 'answered',
          outcome: { kind: 'ok', text: '200' },
          responseHeaders: { 'X-Echo': headers[3] ?? '' },
        },
        ...{ responseBody: Buffer.from(body), overlapped: 0, scenario: null },
      },
      true,
    ),
  );
  const toMessage = (message: typeof request): Message => ({
    ...message,
    headers: inPairs(message.headers),
    body: message.body?.toString() ?? null,
    encoding: 'utf-8',
  });
  return { ...head, sequence: 1, request: toMessage(request), response: response && toMessage(response) };
}

function recorded({ headers, path, body }: Sent): Exchange {
  const redaction = new Redaction();
  redaction.noteHeaders(headers);
  const message: Message = {
    headers: inPairs(redaction.headers(headers)),
    body: redaction.body(Buffer.from(body), true).toString(),
    ...{ encoding: 'utf-8', bodyBytes: body.length, cut: false },
  };
  return {
    ...{ exchangeId: 'entry 1', sequence: 1, at: 0, realTime: 0, durationMs: 1, overlapped: 0, operationId: null },
    ...{ method: 'POST', path: redaction.text(path), status: 200, ending: 'answered' },
    ...{ scenario: null, scenarioFrom: null, request: message, response: message },
  };
}

/** Six consecutive characters of the secret that a text has; null for none. */
function runOf(part: string, text: string): string | null {
  for (let at = 0; at + 6 <= part.length; at++) {
    const run = part.slice(at, at + 6);
    if (text.includes(run)) return run;
  }
  return null;
}

function decodeAll(text: string): string {
  return text
    .replace(/%([\da-f]{2})|\\u00([\da-f]{2})/gi, (_, hex: string | undefined, unit: string | undefined) =>
      String.fromCharCode(parseInt(hex ?? unit ?? '', 16)),
    )
    .replaceAll('\\/', '/');
}
