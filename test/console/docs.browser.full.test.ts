import { expect, it } from 'vitest';
import { control } from '../control-api/control-client.ts';
import { journalClient } from '../control-api/journal-client.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the API reference calls this sandbox as the demo profile, and keeps no secret', async () => {
  const page = await sandbox.open('docs');
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('button', { name: /Test Request.*\/v1\/flights\/search/ }).click();
  const responded = page.waitForResponse((response) => response.url().endsWith('/v1/flights/search'));
  await page.getByRole('button', { name: /^Send post request/ }).click();
  expect((await responded).status()).toBe(200);
  const { origin } = await journalClient(sandbox.baseUrl, sandbox.sandbox.demoKeys).newest();
  expect(origin).toBe('reference');
  await page.getByRole('dialog').getByText('200 OK').first().waitFor();
  expect(await page.evaluate<string>(KEPT)).not.toContain('sk_sandbox');
  expect(page.url()).not.toContain('sk_sandbox');
});

it("the API reference fills in dates after the profile's clock, and lists the scenarios", async () => {
  await control(sandbox.baseUrl, 'PUT', `/profiles/${sandbox.sandbox.demoKeys.profileCode}/clock`, {
    body: { mode: 'frozen', now: '2028-05-01T00:00:00Z' },
  });
  const page = await sandbox.open('docs');
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('button', { name: /Test Request.*\/v1\/flights\/search/ }).click();
  const sent = page.waitForRequest((request) => request.url().includes('/v1/flights/search'));
  await page.getByRole('button', { name: /^Send post request/ }).click();
  expect((await sent).postData()).toContain('"departure_date":"2028-06-30"');
  await page.getByRole('dialog').getByText('200 OK').first().waitFor();
});

it('the API reference offers both documents', async () => {
  const page = await sandbox.open('docs');
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('button', { name: 'The service', exact: true }).click();
  await page.getByRole('option', { name: 'The control API' }).click();
  await page.getByRole('heading', { name: 'Liveness of the process' }).waitFor();
});

/** The page of all operations takes axe 20 s on a quiet machine, and 200 s on a busy one. */
const LONG = 1_200_000;

it('axe finds no fault in the API reference', { timeout: LONG }, async () => {
  const page = await sandbox.open('docs');
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('button', { name: /Test Request.*\/v1\/flights\/search/ }).waitFor();
  await expectAccessible(page);
});

/** Whatever the browser keeps for the page. */
const KEPT = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(),
]))()`;
