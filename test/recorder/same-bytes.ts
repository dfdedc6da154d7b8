import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect } from 'vitest';
import { send } from './raw-http.ts';
import { startRecorder, startServer } from './recorders.ts';

const ENCODINGS = { identity: (bytes: Buffer) => bytes, gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

interface Case {
  method: string;
  request: { size: number; pieces: number; isChunked: boolean };
  response: { size: number; pieces: number; isChunked: boolean; encoding: keyof typeof ENCODINGS; status: number };
  headers: [string, string][];
  /** Bytes after which the upstream breaks off; null for never. */
  breaksAt: number | null;
}

const sizes = fc.oneof(fc.nat(300), fc.nat(70_000), fc.nat(200_000));
const message = { size: sizes, pieces: fc.integer({ min: 1, max: 6 }), isChunked: fc.boolean() };
const cases: fc.Arbitrary<Case> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  request: fc.record(message),
  response: fc.record({
    ...message,
    encoding: fc.constantFrom(...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])),
    status: fc.constantFrom(200, 201, 207, 302, 400, 404, 429, 500, 503),
  }),
  headers: fc.array(
    fc.tuple(
      fc.constantFrom('X-One', 'x-one', 'X-TWO', 'Set-Cookie', 'Accept-Language', 'VIA'),
      fc.stringMatching(/^[!-~]{0,30}$/),
    ),
    { maxLength: 8 },
  ),
  breaksAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat(100)),
});

/** Sends random requests through a recorder, and straight to the upstream: both ends see the same bytes. */
export async function expectSameBytes(numRuns: number): Promise<void> {
  let current: Case | undefined;
  let received: { headers: string[]; target: string; hash: string } | undefined;
  const upstream = await startServer((req, res) => {
    const hash = createHash('sha256');
    req.on('data', (piece: Buffer) => hash.update(piece));
    req.on('end', () => {
      received = { headers: req.rawHeaders, target: req.url ?? '', hash: hash.digest('hex') };
      const { response, headers, breaksAt } = current as Case;
      const body = bodyOf(response);
      res.sendDate = false;
      res.writeHead(response.status, 'As It Is', [
        ...headers.flat(),
        ...(response.isChunked ? [] : ['Content-Length', String(body.length)]),
        ...(response.encoding === 'identity' ? [] : ['Content-Encoding', response.encoding]),
      ]);
      if (breaksAt === null) return void writePieces(res, body, response.pieces).then(() => res.end());
      res.write(body.subarray(0, breaksAt), () => setTimeout(() => res.destroy(), 5));
    });
  });
  const { url, recorder, errors, recorded } = await startRecorder(upstream);
  let seen = 0;
  let broken = 0;

  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      current = one;
      received = undefined;
      const body = Buffer.alloc(one.request.size, 'request ');
      const target = `/some/where?n=${++seen}&x=%2f%C3%A9`;
      const [result, direct] = [await ask(url, target, one, body), received];
      await ask(upstream, target, one, body);
      // The same as it would have been without the recorder, but for what belongs to one connection.
      expect(withoutHost(direct)).toEqual(withoutHost(received));
      expect(result.status).toBe(one.response.status);
      expect(result.statusText).toBe('As It Is');
      expect(withoutHops(result.headers).slice(0, one.headers.length * 2)).toEqual(one.headers.flat());
      const whole = bodyOf(one.response);
      if (one.breaksAt === null || (one.breaksAt >= whole.length && !one.response.isChunked)) {
        expect(result.body.equals(whole)).toBe(true);
        expect(result.isWhole).toBe(true);
      } else {
        expect(result.body.equals(whole.subarray(0, one.breaksAt))).toBe(true);
        expect(result.isWhole).toBe(false);
        broken++;
      }
    }),
    { numRuns, seed: 16 },
  );

  const judged = await recorder.judged();
  expect(errors).toEqual([]);
  expect(judged.calls).toBe(seen);
  const [whole, truncated] = [false, true].map((wanted) =>
    recorded.filter(({ ending }) => (ending === 'truncated') === wanted),
  );
  expect(truncated).toHaveLength(broken);
  expect(whole?.filter(({ response }) => response === null || response.cut)).toEqual([]);
}

function bodyOf({ size, encoding }: Case['response']): Buffer {
  return ENCODINGS[encoding](
    Buffer.from(
      createHash('sha256')
        .update(String(size))
        .digest('hex')
        .repeat(size / 64 + 1),
    ),
  );
}

async function writePieces(res: { write(piece: Buffer): boolean }, body: Buffer, count: number): Promise<void> {
  const length = Math.ceil(body.length / count) || 1;
  for (let at = 0; at < body.length; at += length) {
    res.write(body.subarray(at, at + length));
    await new Promise((next) => setImmediate(next));
  }
}

function ask(base: string, target: string, { method, request, headers }: Case, body: Buffer) {
  const hasBody = !['GET', 'OPTIONS'].includes(method);
  const framing = request.isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)];
  const length = Math.ceil(body.length / request.pieces) || 1;
  const pieces = Array.from({ length: request.pieces }, (_, i) => body.subarray(i * length, (i + 1) * length));
  return send(
    base + target,
    { method, headers: ['Host', 'client.example', ...headers.flat(), ...(hasBody ? framing : [])] as never },
    hasBody ? pieces.filter((piece) => piece.length > 0) : [],
  );
}

/** Host is the address of the upstream, whatever the client called it. */
function withoutHost(received: { headers: string[]; target: string; hash: string } | undefined) {
  return [received?.target, received?.hash, withoutHops(received?.headers ?? [], ['host'])];
}

function withoutHops(headers: IncomingMessage['rawHeaders'], more: string[] = []): string[] {
  const hops = ['connection', 'keep-alive', 'transfer-encoding', ...more];
  return headers.filter((_, i) => !hops.includes(headers[i - (i % 2)]?.toLowerCase() ?? ''));
}
