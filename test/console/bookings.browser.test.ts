import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();
const client = transferClient(sandbox);

describe('the list of bookings', () => {
  it('completes a pending booking, and the next read of the client says completed', async () => {
    const { query, readStatus } = await pending();
    expect(await readStatus()).toBe('pending');
    const page = await sandbox.open(`bookings?${query}`);
    await page.getByRole('article').getByText('◐ pending').waitFor();
    await page.getByRole('button', { name: /^Complete/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await readStatus()).toBe('pending');
    await confirmed(page, /^Complete/);
    await page.getByRole('article').getByText('● completed').waitFor();
    expect(await readStatus()).toBe('completed');
  });

  it('makes a pending booking fail with the chosen reason', async () => {
    const { query, read } = await pending();
    const page = await sandbox.open(`bookings?${query}`);
    await page.getByRole('button', { name: /^Fail/ }).click();
    await page.getByLabel(/^Why .* fails$/).selectOption('no_availability');
    await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click();
    await page.getByRole('article').getByText('◆ failed').waitFor();
    expect(await read()).toMatchObject({ status: 'failed', error: { code: 'no_availability' } });
  });

  it('keeps the keyboard position if the pressed button disappears', async () => {
    const { query } = await pending();
    const page = await sandbox.open(`bookings?status=pending&${query}`);
    await page.getByRole('button', { name: /^Complete/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing fits' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('keeps unfinished input while new exchanges arrive', async () => {
    const page = await sandbox.open('bookings');
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    await page.getByLabel('Search').pressSequentially('half');
    await page.getByRole('heading', { name: 'Nothing fits' }).waitFor();
    const loaded = page.waitForResponse((response) => response.url().includes('/resources?'));
    await pending();
    await loaded;
    expect(await page.getByLabel('Search').inputValue()).toBe('half');
  });

  it('keeps text that is typed before the first frame of the view', async () => {
    const page = await sandbox.open('docs', { context: {} });
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await page.getByLabel('Search').pressSequentially('half');
    await page.clock.runFor(1000);
    expect(await page.getByLabel('Search').inputValue()).toBe('half');
  });

  it('names a double booking of a client that sent its booking again', async () => {
    const priced = await client.priced();
    const lost = await sandbox.post('/book', bookRequest(priced), {
      scenario: '502-after-commit,resend-double-books',
    });
    expect(lost.status).toBe(502);
    await client.book(priced);
    const page = await sandbox.open('bookings');
    await page
      .getByRole('link', { name: /2 active reservations of this search/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    expect(page.url()).toContain(`search=${priced.search.searchId}`);
  });

  it('names a double booking over two searches with one tracking id, with confirmation numbers', async () => {
    const one = await client.reserve(undefined, { partnerTrackingId: 'two-searches' });
    await client.reserve(undefined, { partnerTrackingId: 'two-searches' });
    const page = await sandbox.open(`bookings?search=${one.confirmationNumber}`);
    const row = page.getByRole('article', { name: one.reservationId });
    await row.getByText(one.confirmationNumber).waitFor();
    await row.getByRole('link', { name: '2 active reservations of this tracking id' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
  });

  it('shows times in the zone of the pickup on request', async () => {
    const { reservationId } = await client.reserve();
    const page = await sandbox.open(`bookings?search=${reservationId}`, { context: {} });
    await page.getByText(/^next: .* \d\d:\d\d:\d\d UTC$/).waitFor();
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('place');
    await page.getByText(/^next: .* \d\d:\d\d:\d\d \+01:00$/).waitFor();
    await page.getByText('made 2027-01-10 13:00:00 +01:00').waitFor();
  });

  it('shows the clock and the facts of a call in the zone of the browser on request', async () => {
    const { headers } = await sandbox.post('/book', {});
    const page = await sandbox.open(`live/${headers['x-request-id']}`, { context: { timezoneId: 'Asia/Tokyo' } });
    await page.getByTitle('The clock of this profile').getByText('2027-01-10 12:00:00 UTC').waitFor();
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('local');
    await page.getByTitle('The clock of this profile').getByText('2027-01-10 21:00:00 +09:00').waitFor();
    await page.getByText('2027-01-10 21:00:00.000 +09:00').first().waitFor();
  });

  it('reports that nothing matches, with a link to all bookings', async () => {
    const page = await sandbox.open('bookings?search=%F0%9F%9A%95&status=pending');
    await page.getByRole('heading', { name: 'Nothing fits' }).waitFor();
    await page.getByRole('link', { name: 'Show all reservations' }).click();
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
  });
});

describe('one booking', () => {
  it('shows its timeline from the search to the next due event', async () => {
    const { reservationId } = await client.reserve();
    const page = await sandbox.open(`bookings/${reservationId}`);
    const steps = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await steps.first().waitFor();
    const said = (await steps.allTextContents()).join(' ');
    expect(said).toMatch(
      /search made.*offer made.*pricing made.*booking made.*booking completed.*driver assigned, is due/,
    );
  });

  it('links a changed reservation and its replacement', async () => {
    const { reservationId } = await client.reserve();
    const changed = await client.confirm(reservationId, await client.pricedChange(reservationId));
    const page = await sandbox.open(`bookings/${reservationId}`);
    await page.getByText('⇄ changed').first().waitFor();
    await page.getByRole('definition').getByRole('link', { name: changed.reservations[0]?.reservationId }).click();
    await page.getByText('● completed').first().waitFor();
    await page.getByRole('link', { name: `replaces ${reservationId.slice(0, 8)}…` }).click();
    await page.getByText('⇄ changed').first().waitFor();
  });

  it('triggers ride events, a new driver and a cancellation by the supplier', async () => {
    const { reservationId } = await client.reserve();
    const page = await sandbox.open(`bookings/${reservationId}`);
    const press = (name: RegExp) => page.getByRole('button', { name }).click();
    await press(/^Next step of the ride/);
    await press(/^Next step of the ride/);
    await press(/^Another driver/);
    await confirmed(page, /^Cancel by supplier/);
    await page.getByText('✕ cancelled').first().waitFor();
  });

  it('lists each call with its scenario and its findings, and the final state', async () => {
    const priced = await client.priced();
    const lost = await sandbox.post('/book', bookRequest(priced), { scenario: '502-after-commit' });
    expect(lost.status).toBe(502);
    await client.book(priced);
    const { reservations } = await client.read({ searchId: priced.search.searchId });
    const reservationId = reservations?.[0]?.reservationId;
    await sandbox.get('/reservations/driver-vehicle', { query: { reservationId } });
    const page = await sandbox.open(`bookings/${reservationId}`);
    const calls = page.getByRole('region', { name: 'Calls', exact: true });
    await calls.getByText('The same as a list').click();
    await expect.poll(() => calls.locator('li').count()).toBe(9);
    const texts = (await calls.locator('li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const [search, searched, , book, booked, again, read, driver, assigned] = texts;
    expect([search, read]).toEqual([expect.stringContaining('search ● 200'), expect.stringContaining('200 completed')]);
    expect(book).toContain('502 upstream_failed ▲ 502-after-commit');
    expect(driver).toContain('driver ● 200');
    expect([searched, booked, assigned]).toEqual(Array(3).fill('↳ transfer-supplier'));
    expect(again).toContain('✕ transfer.502.read-before-rebooking');
    await calls.getByText('transfer-supplier').nth(1).click();
    const response = calls.getByRole('region', { name: 'Response of transfer-supplier' });
    await response.getByText(`"${reservations?.[0]?.confirmationNumber}"`).waitFor();
    await calls.getByText('The last response: ● 200. What stands: ● completed').waitFor();
    await calls.getByRole('link', { name: 'book', exact: true }).first().click();
    await page.getByRole('complementary').getByText('502 upstream_failed').first().waitFor();
    await page.getByRole('link', { name: 'Bookings of the search' }).click();
    await page.getByRole('article').first().waitFor();
  });

  it('draws a lost response, a second booking and the broken rule, with the bookings that exist', async () => {
    const priced = await client.priced();
    const scenario = '502-after-commit,resend-double-books';
    await sandbox.post('/book', bookRequest(priced), { scenario });
    const { reservations } = await client.book(priced);
    const page = await sandbox.open(`bookings/${reservations?.[0]?.reservationId}`);
    const events = page.getByRole('list', { name: /Ada Byron/ }).getByRole('listitem');
    await events.getByText('502 upstream_failed').waitFor();
    const said = await events.allTextContents();
    expect(said.find((text) => text.includes(scenario))).toMatch(/POST \/book .*[A-Z]{3}\d{8} booked/);
    expect(said.at(-1)).toContain(`${reservations?.[0]?.confirmationNumber} booked`);
    expect(said.at(-1)).toMatch(/Breaks a rule: the reservation is read after a 502 .*Instead: Disable repeats/s);
  });

  it('draws a second booking under the same tracking id after another search, and shortens long ids', async () => {
    const trip = { partnerTrackingId: 'trip-1' };
    await sandbox.post('/book', bookRequest(await client.priced(), trip), { scenario: '502-after-commit' });
    const { reservations } = await client.book(await client.priced(), trip);
    await client.book(await client.priced(), { partnerTrackingId: 'trip-10' });
    await client.read({ partnerTrackingId: 'trip-10' });
    await client.read(trip);
    const page = await sandbox.open(`bookings/${reservations?.[0]?.reservationId}`);
    const calls = page.getByRole('region', { name: 'Calls', exact: true });
    const events = calls.getByRole('list', { name: /Ada Byron/ }).getByRole('listitem');
    const outcomes = async () =>
      (await events.allTextContents()).flatMap((text) => {
        const [, call, status] = /((?:POST|GET) \S+).*?\b([245]\d\d)\b/s.exec(text) ?? [];
        return call === undefined ? [] : `${call} ${status}`;
      });
    await expect
      .poll(outcomes)
      .toEqual([
        'POST /book 502',
        'POST /search 200',
        'POST /pricing 200',
        'POST /book 200',
        'GET /reservations/details 200',
      ]);
  });

  it('shows the fan-out of a flight search, and the scenario on one provider', { timeout: 60_000 }, async () => {
    const searched = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario: 'provider-0-down' });
    const { offerId } = searched.body.offers[0];
    const page = await sandbox.open(`bookings/${offerId.slice(4, 20)}`);
    const calls = page.getByRole('region', { name: 'Calls', exact: true });
    await calls.getByText('The same as a list').click();
    await calls.getByText('search: down').click();
    const response = calls.getByRole('region', { name: 'Response of gds-0' });
    await response.getByText('"service_unavailable"').waitFor();
    await calls.getByText('gds-1').click();
    await calls.getByRole('region', { name: 'Request to gds-1' }).getByText('"od"').waitFor();
  });
});

const FLIGHT_SEARCH = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

/** Presses a button that asks first, and says yes. */
async function confirmed(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** A booking that stays pending until the tester settles it. */
async function pending() {
  const priced = await client.priced();
  await client.book(priced, {}, { scenario: 'pending-forever' });
  const read = () => client.read({ searchId: priced.search.searchId });
  return {
    query: `search=${priced.search.searchId}`,
    read,
    readStatus: async () => (await read()).status,
  };
}
