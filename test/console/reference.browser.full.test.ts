import { describe, expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

describe('the pages of the reference', () => {
  it('list every rule, assumption and error code of their catalogues', async () => {
    const page = await sandbox.open('docs');
    for (const [title, path, list] of [
      ['Rules', 'rules', 'rules'],
      ['Assumptions', 'assumptions', 'assumptions'],
      ['Errors', 'error-codes', 'errorCodes'],
    ] as const) {
      const { body } = await sandbox.get(`/_sandbox/${path}`);
      await page.getByRole('link', { name: title, exact: true }).first().click();
      await expect.poll(() => page.locator('article').count()).toBe(body[list].length);
    }
  });

  it('scroll to the entry of a link and focus it', async () => {
    const page = await sandbox.open('rules/versioning.flight-v1-path');
    const entry = page.getByRole('article', { name: 'versioning.flight-v1-path' });
    await expect.poll(() => entry.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await entry.getAttribute('aria-current')).toBe('true');
    const box = await entry.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(800);
  });

  it('report an unknown entry', async () => {
    const page = await sandbox.open('errors/nothing-like-this');
    await page.getByRole('alert').getByText('There is no error nothing-like-this').waitFor();
  });

  it('keep filters in the address', async () => {
    const page = await sandbox.open('rules');
    await page.getByLabel('Operation').selectOption('getTracking');
    await page.getByRole('searchbox', { name: 'Search' }).fill('liveMode');
    await expect.poll(() => page.url()).toContain('operation=getTracking&search=liveMode');
    const other = await sandbox.open(page.url().split('/').pop());
    await other.getByText('service.live-mode.every-response').waitFor();
    expect(await other.locator('article').count()).toBe(await page.locator('article').count());
  });

  it('link an operation to its other rules', async () => {
    const page = await sandbox.open('rules/versioning.flight-v1-path');
    const entry = page.getByRole('article', { name: 'versioning.flight-v1-path' });
    await entry.getByRole('link', { name: 'searchFlights' }).click();
    await page.getByRole('article', { name: 'flight-search.endpoint' }).waitFor();
    expect(await page.getByLabel('Operation').inputValue()).toBe('searchFlights');
  });

  it('link an error code to its exchanges', async () => {
    await sandbox.post('/v1/flights/search', {});
    const page = await sandbox.open('errors?search=does+not+match+the+interface');
    const entry = page.getByRole('article', { name: 'invalid_request', exact: true });
    await entry.getByRole('link', { name: 'Exchanges with this code' }).click();
    await page.getByRole('link', { name: /400 invalid_request .* flight-search/ }).waitFor();
  });

  it('open if a filter matches nothing, with a link to all entries', async () => {
    const page = await sandbox.open('assumptions?search=nothing-like-this');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('article', { name: 'flight.currencies' }).waitFor();
  });
});

describe('the index of the docs', () => {
  it('has each operation of the service in a journey, with a link to it in the API reference', async () => {
    const { body } = await sandbox.get('/_sandbox/openapi.json');
    const calls = Object.entries<object>(body.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => /^(get|post)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const page = await sandbox.open('docs');
    await page.getByRole('heading', { name: 'The journey of a transfer' }).waitFor();
    expect((await page.locator('.journey code').allInnerTexts()).sort()).toEqual(calls.sort());

    await page.getByRole('link', { name: 'POST /reservations/cancel' }).click();
    const heading = page.getByRole('heading', { name: 'Cancel a reservation' }).first();
    // The reference renders its parts one after the other, which takes long on a busy machine.
    await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 60_000 }).toBeLessThan(800);
  });
});
