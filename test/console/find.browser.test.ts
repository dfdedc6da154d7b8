import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
import type { TransferClient } from '../transfers/transfer-client.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let keys: KeyPair;
let profile: string;
let client: TransferClient;

beforeEach(async () => {
  keys = await makeProfile(console.baseUrl);
  profile = keys.profileCode;
  client = transferClient(console, { keys });
});

const box = (page: Page) => page.getByRole('combobox', { name: /^Find anything/ });
const open = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: /^Find/ }).waitFor();
  await page.keyboard.press('Control+k');
  await box(page).fill(text);
};
const found = (page: Page, group: string) => page.getByRole('group', { name: group, exact: true }).getByRole('option');

describe('the search of the console', () => {
  it('finds a booking by confirmation number, tracking id, name and status, with the keyboard alone', async () => {
    const reservation = await client.reserve(undefined, { partnerTrackingId: 'trip/ü 7' });
    const page = await console.open('judge', { profile });
    for (const text of [reservation.confirmationNumber, 'TRIP/Ü 7', 'byron', 'completed']) {
      await open(page, text);
      await found(page, 'Bookings').filter({ hasText: 'Ada Byron' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^Ada Byron/ }).waitFor();
      expect(page.url()).toContain(`/bookings/${reservation.reservationId}`);
      await page.goBack();
    }
  });

  it('finds calls by a text of their bodies, by id and by broken rule', async () => {
    const { headers } = await console.post('/v1/flights/search', { slices: 'Timbuktu' }, { keys });
    const page = await console.open('clock', { profile });
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    for (const text of ['Timbuktu', headers['x-request-id'] ?? '', 'flight-search 400']) {
      await open(page, text);
      await found(page, 'Calls').filter({ hasText: '400 invalid_request' }).click();
      await page.waitForURL(`**/live/${headers['x-request-id']}`);
      await page.goBack();
    }
  });

  it('finds profiles, scenarios, rules and views', async () => {
    await control(console.baseUrl, 'PATCH', `/profiles/${profile}`, { body: { name: 'Found by name' } });
    const page = await console.open('live', { profile });
    await open(page, 'found by');
    await found(page, 'Profiles').filter({ hasText: profile }).waitFor();
    await box(page).fill('502-after-commit');
    await found(page, 'Scenarios').first().getByText('502-after-commit', { exact: true }).waitFor();
    await box(page).fill('transfer.booking.pending.no-resend');
    await found(page, 'Rules').first().click();
    await page.waitForURL('**/rules/transfer.booking.pending.no-resend*');
    await open(page, 'bookings');
    await found(page, 'Commands').filter({ hasText: 'Bookings' }).click();
    await page.waitForURL('**/bookings');
  });

  it('runs a command, and shows the reason if it is refused', async () => {
    const page = await console.open('live', { profile });
    await open(page, 'keep next booking pending');
    await found(page, 'Commands').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status', { name: 'Armed scenarios' }).getByText('book:pending-forever').waitFor();
    await open(page, 'next due event');
    await found(page, 'Commands').filter({ hasText: 'next due event' }).click();
    await page.getByRole('dialog', { name: 'Find' }).getByText('nothing falls due on this clock').waitFor();
  });

  it('moves with the arrow keys, closes with Escape, and restores the focus', async () => {
    const page = await console.open('live', { profile });
    const button = page.getByRole('button', { name: /^Find/ });
    await button.focus();
    await open(page, '');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true });
    expect(await active.innerText()).toContain('Clock');
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    expect(await active.innerText()).toContain('Scenarios');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Find' }).waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
  });
});
