import { describe, expect, it } from 'vitest';
import { flightClient } from '../support/flight-client.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();
const client = transferClient(sandbox);

describe('the bookings', () => {
  it('keeps the next booking pending and then completes it, in two clicks and a confirmation', async () => {
    const page = await sandbox.open('bookings');
    await page.getByRole('button', { name: 'Keep the next booking pending' }).click();
    await page.getByRole('status', { name: 'Armed scenarios' }).getByText('book:pending-forever').waitFor();
    const priced = await client.priced();
    expect((await client.book(priced)).status).toBe('pending');
    await page.getByRole('button', { name: /^Complete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    const { searchId } = priced.search;
    await expect.poll(async () => (await client.read({ searchId })).status).toBe('completed');
  });

  it('shows orders and searches by links, and continues after the last entry of a page', async () => {
    for (let i = 0; i < 51; i += 1) await client.search();
    const page = await sandbox.open('bookings');
    await page.getByRole('link', { name: 'searches' }).click();
    await page.getByRole('link', { name: 'Older ones' }).click();
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBeLessThan(50);
    await page.getByRole('link', { name: 'orders' }).click();
    await page.getByRole('link', { name: 'Newest' }).waitFor({ state: 'detached' });
  });

  it('links an order with its offer and its search', async () => {
    const flights = flightClient(sandbox);
    const [offer] = await flights.search();
    if (!offer) throw new Error('the search has no offer');
    const { offerId } = offer;
    const { orderId } = (await flights.orderWhole(offer)).body;
    const page = await sandbox.open(`bookings/${orderId}`);
    await page.getByRole('heading', { name: 'Native call of the provider' }).waitFor();
    await page.getByRole('link', { name: offerId }).click();
    await page.getByText('offer made').waitFor();
  });

  it('reports an unknown booking', async () => {
    const page = await sandbox.open('bookings/none');
    await page.getByRole('alert').getByText('404').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  });
});
