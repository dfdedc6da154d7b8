import { expect, it } from 'vitest';
import { Redaction } from '../../src/exchange/redaction.ts';
import { book, harOf, reportOn, SERVICE } from '../check/judge/support/recordings.ts';

function redactionOf(...texts: readonly string[]): Redaction {
  const redaction = new Redaction();
  for (const text of texts) redaction.note(`Bearer ${text}`);
  return redaction;
}

it('thousands of secrets are redacted in every report, regardless of its length', () => {
  const all = Array.from({ length: 5000 }, (_, i) => `eyJhbGciOiJIUzI1NiJ9.secret-number-${i}`);
  const secrets = redactionOf(...all);
  const redacted = secrets.redact(all.map((secret) => `"${secret}"`).join());
  expect(redacted).toBe(all.map(() => '"sk_…"').join());
  const text = 'ordinary text of a report. '.repeat(40_000);
  expect(secrets.redact({ text })).toEqual({ text });
});

it.each([
  ['as it is', (secret: string) => secret],
  ['in JSON', (secret: string) => JSON.stringify(secret).slice(1, -1)],
  ['in a path', encodeURIComponent],
  ['in a query', (secret: string) => new URLSearchParams({ a: secret }).toString().slice(2)],
])('a secret with special characters is found %s', (_, write) => {
  const secret = 'a/b+c= "d" \\ (e) \u{1F600}';
  expect(redactionOf(secret).redact({ deep: [`x${write(secret)}y`] })).toEqual({ deep: ['xsk_…y'] });
});

it('a secret at the end of an address is redacted whole, even if a longer secret has the same beginning', () => {
  const secrets = redactionOf('sk_live_a+b/c=d+e/f=', 'sk_live_a+b/c=d+e/f=g+h/i=j');
  expect(secrets.redact(`/book?key=${encodeURIComponent('sk_live_a+b/c=d+e/f=')}`)).toBe('/book?key=sk_…');
});

it('both secrets are redacted whole if they have the same beginning', () => {
  expect(redactionOf('abcdefgh', 'abcdefgh-longer').redact('abcdefgh-longer, abcdefgh')).toBe('sk_…, sk_…');
});

it('a truncated secret is redacted, and a text that only begins like one is not', () => {
  const secrets = redactionOf('Zm9vYmFy/3J+hbG+Qv/xyz12345==', 'Zm9vYmFz/another-secret');
  expect(secrets.redact('{"note":"Zm9vYmFy/3J+hbG+Qv/xy…')).toBe('{"note":"sk_…');
  expect(secrets.redact('found "Zm9vY… instead of "pt_1…')).toBe('found "sk_… instead of "pt_1…');
  for (const text of ['Zm9vYmFx/3J…', 'Zm9vYmFy/3J+ and more…', 'Zm9…']) expect(secrets.redact(text)).toBe(text);
});

it('an excerpt that ends within a secret has no part of it', async () => {
  const secret = 'Zm9vYmFy/3J+hbG+Qv/xyz12345==';
  const headers = ['Authorization', `Bearer ${secret}`, 'X-Service-Id', 'pk_a:dp_a'];
  for (let length = 1940; length < 1990; length++) {
    const call = book({ url: `${SERVICE}/book`, headers, sent: { pricingToken: 'x'.repeat(length), note: secret } });
    const report = JSON.stringify(await reportOn(harOf([call, call])));
    expect(report).toContain('xxxx');
    expect(report).not.toContain(secret.slice(0, 5));
  }
});
