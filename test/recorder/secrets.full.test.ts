import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordTaxiway } from '../cli/taxiway.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

const ALPHABETS = [
  'abcXYZ0189_-',
  'abcXYZ0189.~+/=',
  'abcXYZ0189+/=',
  'abcXYZ0189.-~_!*',
  'abcXYZ0189%&#?;:@$,',
  'abcXYZ0189 "\\\'<>(){}[]|^`',
];
/** As HTTP lets them stand in a header, with spaces in the middle only. */
const keys = fc.sample(
  fc
    .constantFrom(...ALPHABETS)
    .chain((letters) =>
      fc
        .string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 48 })
        .map((rest) => `sk_${letters.length % 2 === 0 ? 'live_' : ''}q${rest}q`),
    ),
  { seed: 27, numRuns: 60 },
);

it.each(['har', 'ndjson'])('no part of any key is in a .%s file, nor in the reports', async (format) => {
  const upstream = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      const key = (req.headers.authorization ?? '').replace('Bearer ', '');
      res.setHeader('X-Echo', encodeURIComponent(key));
      res.setHeader('Set-Cookie', `key=${encodeURIComponent(key)}`);
      res.setHeader('Content-Type', 'application/json');
      res.statusCode = req.url?.includes('refuse') ? 400 : 200;
      res.end(JSON.stringify({ message: [`wrong key ${key}`], url: req.url, sent: body.toString(), [key]: key }));
    });
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const folder = temporaryFolder();
  const files = [`out.${format}`, 'r.json', 'r.html', 'r.xml'].map((name) => join(folder, name));
  const [out = '', json = '', html = '', xml = ''] = files;
  const recorder = await recordTaxiway(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, [
    ...['--out', out, '--json-file', json, '--html', html, '--junit', xml],
  ]);
  for (const key of keys) {
    const send = (path: string, type: string, body: string) =>
      fetch(recorder.baseUrl + path, {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${key}`, 'X-Service-Id': 'pk_a:dp_a', 'Content-Type': type },
          ...{
            'X-Api-Key': key,
            Cookie: `a=${encodeURIComponent(key)}`,
            'X-Own': `key ${key}, again ${btoa(key)}, ${encodeURIComponent(encodeURIComponent(key))}`,
          },
        },
        body,
      }).then((response) => response.arrayBuffer());
    const inUri = encodeURIComponent(key);
    await send(`/v1/flights/search?key=${inUri}`, 'application/json', JSON.stringify({ key, [key]: [key] }));
    await send(`/pricing/${inUri}?refuse`, 'text/plain', `the key is ${key}. ${key}\n${btoa(key)}`);
    await send(
      `/book?${new URLSearchParams({ key }).toString()}`,
      'application/x-www-form-urlencoded',
      `key=${inUri}&b=1`,
    );
    await send(
      '/book',
      'application/json',
      `{"a":"${[...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
    );
  }
  recorder.kill('SIGINT');
  await recorder.ended;
  upstream.close();
  const texts = [...files.map((file) => readFileSync(file, 'utf8')), recorder.stdout(), recorder.stderr()];
  expect(texts[0]?.length).toBeGreaterThan(100_000);
  const written = texts.flatMap((text) => [text, unescaped(text), unescaped(unescaped(text))]).join('\n');
  const shown = keys.flatMap((key) => partsOf(key).filter((part) => written.includes(part)));
  expect(shown).toEqual([]);
});

/** Parts of a key that say something of it; of an Authorization header the last four characters may be shown. */
function partsOf(key: string): string[] {
  const rest = key.replace(/^sk_(live_)?/, '');
  return [...rest].flatMap((_, at) => (at + 8 <= rest.length ? [rest.slice(at, at + 8)] : []));
}

/** Returns the text without escapes of JSON, HTML and addresses. */
function unescaped(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, '$1')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
