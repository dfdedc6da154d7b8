import { expect, it } from 'vitest';
import { journalClient } from '../control-api/journal-client.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the live view reports that no exchange matches a filter', async () => {
  await search();
  const page = await sandbox.open('live?search=nothing-like-this');
  await page.getByText(/None of \d+ exchanges fits the filter/).waitFor();
});

it('an exchange marks the object that lacks a value', async () => {
  const slices = [{ origin: 'MAD', destination: 'LHR' }];
  const { headers } = await sandbox.post('/v1/flights/search', { ...FLIGHT_SEARCH, slices });
  const page = await sandbox.open(`live/${headers['x-request-id']}`);
  await page.getByRole('region', { name: 'Request' }).getByText('✕ found here 0: {').waitFor();
});

it('an exchange shows the beginning of a very long body, and all of it on demand', async () => {
  const note = `${'שלום 🚕 '.repeat(4000)}the end`;
  const { headers } = await sandbox.post(`/v1/flights/search?note=${'z'.repeat(7000)}`, { note });
  const page = await sandbox.open(`live/${headers['x-request-id']}`);
  const [address, body] = [/^Show all 7,\d\d\d characters$/, /^Show all \d\d,\d\d\d characters$/];
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: body }).waitFor();
  expect((await panel.innerText()).length).toBeLessThan(4000);
  for (const name of [address, body]) await panel.getByRole('button', { name }).first().click();
  await panel.getByText('the end"').waitFor();
  expect((await panel.innerText()).length).toBeGreaterThan(35_000);
});

it('an exchange shows foldable bodies', async () => {
  const page = await sandbox.open(`live/${await search()}`);
  const request = page.getByRole('region', { name: 'Request' });
  await request.getByText('"cabin_class"').waitFor();
  await request.locator('summary', { hasText: 'slices' }).click();
  await expect.poll(() => request.locator('summary', { hasText: 'slices' }).textContent()).toContain('[ 1 ]');
});

it('an exchange can be copied as curl, fetch and Python without a secret', async () => {
  const page = await sandbox.open(`live/${await search()}`, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  for (const [name, part] of [
    ['Copy as curl', "curl -sS -X 'POST'"],
    ['Copy as fetch', 'await fetch('],
    ['Copy as Python', 'import urllib.request'],
  ]) {
    await page.getByRole('button', { name }).click();
    await expect.poll(copied).toContain(part);
    expect(await copied()).not.toContain(sandbox.sandbox.demoKeys.secretKey);
  }
});

it('an exchange cannot be sent again or copied if a browser would send it elsewhere', async () => {
  const headers = sandbox.sandbox.headers();
  await sendRaw(sandbox.baseUrl, { method: 'GET', path: '/v1/flights/offers/gds-0/..', headers });
  const { exchangeId } = await journalClient(sandbox.baseUrl, sandbox.sandbox.demoKeys).newest();
  const page = await sandbox.open(`live/${exchangeId}`);
  await page.getByText('No call of the service, so it cannot be repeated from here.').waitFor();
  for (const name of [/^Copy as/, 'Send again']) expect(await page.getByRole('button', { name }).count()).toBe(0);
});

it('an exchange shows characters that change the text direction as marks', async () => {
  const call = await sandbox.post('/v1/flights/search', { ...FLIGHT_SEARCH, language: 'en\u202Ekcab\u2066\u061C' });
  const page = await sandbox.open(`live/${call.headers['x-request-id']}`);
  await page.getByText('en[U+202E]kcab[U+2066][U+061C]').first().waitFor();
  expect(await page.content()).not.toMatch(/\p{Bidi_Control}/u);
});

it('the panel reports an exchange that is not in the journal', async () => {
  const page = await sandbox.open('live/req_nothinglikethis1');
  await page.getByRole('alert').getByText('404').waitFor();
});

async function search(): Promise<string> {
  const { headers } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH);
  return headers['x-request-id'];
}
