import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { errorOf, transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let keys: KeyPair;
let profile: string;

beforeEach(async () => {
  keys = await makeProfile(console.baseUrl);
  profile = keys.profileCode;
});

const clock = async () => (await control(console.baseUrl, 'GET', `/profiles/${profile}/clock`)).body;
const freeze = (now: string) =>
  control(console.baseUrl, 'PUT', `/profiles/${profile}/clock`, { body: { mode: 'frozen', now } });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const agenda = (page: Page) => page.getByRole('region', { name: 'Next due events' });
const lastMove = (page: Page) => page.getByRole('region', { name: 'The last move' });

describe('the clock view', () => {
  it("moves the clock past a token's end: the client's next call with it is refused", async () => {
    await freeze('2027-01-10T12:00:00Z');
    const client = transferClient(console, { keys });
    const priced = await client.priced();
    const page = await console.open('clock', { profile, viewport: { width: 1200, height: 800 } });
    await agenda(page).getByText('pricing expired').waitFor();
    const id = agenda(page).getByRole('link').first();
    expect(await id.evaluate((link) => link.getBoundingClientRect().height), 'one line').toBeLessThan(30);
    const { searchId } = priced.search;
    await agenda(page)
      .getByRole('button', { name: `pricing expired of search ${searchId}` })
      .click();
    await lastMove(page).getByText('fell due on the way').waitFor();
    await lastMove(page).getByText('pricing expired').waitFor();
    expect(errorOf(await client.book(priced))?.code).toBe('token_expired');
    expect(await clock()).toMatchObject({ now: priced.pricing.expiresAt, mode: 'frozen' });
  });

  it('advances to the next due event, and names it and its resource', async () => {
    await freeze('2027-01-10T12:00:00Z');
    await console.post('/v1/flights/search', FLIGHT_SEARCH, { keys });
    const page = await console.open('clock', { profile });
    await agenda(page).getByText('in 20 min').waitFor();
    await press(page, 'Advance to the next one');
    await lastMove(page).getByText('2027-01-10 12:20:00 UTC. 1 thing fell due on the way:').waitFor();
    const link = lastMove(page).getByRole('link');
    expect(await link.getAttribute('href')).toBe(`#/${profile}/bookings/${await link.textContent()}`);
  });

  it('freezes the clock, advances it by steps and by a duration, and restarts it', async () => {
    const page = await console.open('clock', { profile });
    await press(page, 'Freeze');
    await page.getByText('frozen: it stands still.').waitFor();
    await press(page, '+21 min');
    await lastMove(page).getByText('12:21:00 UTC. Nothing fell due on the way.').waitFor();
    await page.getByLabel('By', { exact: true }).fill('3');
    await page.getByLabel('Unit').selectOption('days');
    await press(page, 'Advance');
    await lastMove(page).getByText('2027-01-13 12:21:00 UTC').waitFor();
    await press(page, 'Run');
    await page.getByText('P3DT21M ahead of the sandbox.').waitFor();
    expect(await clock()).toMatchObject({ mode: 'running', aheadOfService: 'P3DT21M' });
    await press(page, 'Back to the clock of the sandbox');
    await page.getByText('service: it is the clock of the sandbox.').waitFor();
  });

  it("moves to an instant, and shows the sandbox's reason for refusing an earlier one", async () => {
    await console.post('/v1/flights/search', FLIGHT_SEARCH, { keys });
    const page = await console.open('clock', { profile });
    await page.getByLabel('Instant (UTC)').fill('2027-02-01T08:30');
    await page.getByLabel('freeze it there').check();
    await press(page, 'Go to');
    await lastMove(page).getByText('2027-02-01 08:30:00 UTC').waitFor();
    expect(await clock()).toMatchObject({ now: '2027-02-01T08:30:00.000Z', mode: 'frozen' });
    await page.getByLabel('Instant (UTC)').fill('2027-01-01T00:00:00');
    await press(page, 'Go to');
    await page.getByRole('alert').getByText('clock_cannot_go_back').waitFor();
    await page.getByRole('alert').getByText('cannot go back to 2027-01-01T00:00:00.000Z').waitFor();
  });

  it('does not tick while the clock of the sandbox is frozen', async () => {
    const page = await console.open('clock', { profile, context: {} });
    await page.clock.install();
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    await page.clock.runFor(60_000);
    await page.getByRole('region', { name: 'The present' }).getByText('2027-01-10 12:00:00').waitFor();
  });

  it('explains the next step if nothing falls due', async () => {
    const page = await console.open('clock', { profile });
    await agenda(page).getByText('The clock alone causes no event.').waitFor();
    await agenda(page).getByRole('link', { name: 'the first call' }).click();
    await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
  });
});
