import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

describe('the console', () => {
  it('shows a very long text in parts, without splitting a character', async () => {
    // The last brace is missing, and each taxi has two code units: some piece would begin in the middle of one.
    const page = await openCall(`{"note":"a${'🚕'.repeat(45_000)}`);
    const body = page.getByRole('region', { name: 'Request' }).locator('pre');
    await body.getByRole('button', { name: 'Show 40,000 more of 90,010 characters' }).click();
    await body.getByRole('button', { name: 'Show all 90,010 characters' }).click();
    await expect.poll(() => body.innerText().then((text) => text.replaceAll('\n', '').length)).toBe(90_010);
    expect(await body.locator('span').evaluateAll((pieces) => pieces.map((piece) => piece.textContent))).toSatisfy(
      (pieces: string[]) => pieces.length === 3 && pieces.every((piece) => piece.isWellFormed()),
    );
  });

  it('renders the first of many values, and more on demand', async () => {
    const page = await openCall(JSON.stringify({ rows: Array.from({ length: 250 }, () => [1, 2]), wide: [] }));
    const request = page.getByRole('region', { name: 'Request' });
    await request.getByRole('button', { name: 'Show 100 more of 150' }).click();
    await request.getByRole('button', { name: 'Show 50 more' }).click();
    await request.getByText('249: [ 2 ]').waitFor();
    expect(await request.locator('.json-number').count()).toBe(0);
  });

  it('compares bodies that are nested too deeply for a comparison by value', async () => {
    const nested = (inner: string): string => '['.repeat(20_000) + inner + ']'.repeat(20_000);
    await sandbox.post('/v1/flights/search', nested(''));
    const page = await openCall(nested('1'));
    await page.getByText('1 value changed since the previous request').click();
    await page.getByRole('row', { name: /^body / }).waitFor();
  });

  it('states the size of a body that the service refused unread', async () => {
    const page = await openCall(`{"note":"${'a'.repeat(4_999_989)}"}`);
    await page.getByText('The body of 5000000 bytes was not read.').waitFor();
  });
});

/** Sends a flight search and opens it. */
async function openCall(body: string): Promise<Page> {
  const { headers } = await sandbox.post('/v1/flights/search', body);
  return sandbox.open(`live/${headers['x-request-id']}`);
}
