import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { Shown, Trip } from '../../check/exam/led-app.ts';
import { App } from '../../check/exam/led-app.ts';

/** Fills in the form and starts the exam in these situations. */
export async function start(page: Page, only: string): Promise<void> {
  await page.getByLabel('Name of the app').fill('my <b>shop');
  await page.getByLabel('Version').fill('2.4.1');
  await page.getByLabel('Only these situations').fill(only);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await page.getByRole('heading', { name: 'Situation 1 of' }).waitFor();
}

/** The app with the keys that the page shows. */
export async function appFor(page: Page, baseUrl: string, profileCode: string): Promise<App> {
  await page.getByRole('button', { name: 'Show it' }).click();
  const [, serviceId = '', secretKey = ''] = await page.locator('.keys code').allInnerTexts();
  return new App(baseUrl, { profileCode, publicKey: serviceId.split(':')[0] ?? '', secretKey });
}

/** The task that the page shows. */
export async function readTrip(page: Page): Promise<Trip> {
  const facts = await page.getByLabel('The task').locator('dd').allInnerTexts();
  const [from = '', to = '', date = '', time = '', name = '', passengers, price = ''] = facts;
  const [firstName = '', lastName = ''] = name.split(' ');
  const [, priceLimit, currency = ''] = /most (\d+) (\w+)/.exec(price) ?? [];
  const numbers = { passengers: Number(passengers), priceLimit: Number(priceLimit) };
  return { from, to, date, time, firstName, lastName, currency, ...numbers };
}

/** Says what the app shows. */
export async function makeStatement(
  page: Page,
  outcome: 'Booked' | 'Not booked' | 'Unknown',
  shown?: Shown,
): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${outcome}`) }).check();
  if (shown) {
    await page.getByLabel('Id of the reservation').fill(shown.id);
    await page.getByLabel('Price, as in').fill(shown.price);
    await page.getByLabel('Currency').fill(shown.currency);
    await page.getByLabel('Local pickup').fill(shown.time.slice(0, 16));
    await page.getByLabel('Name of the traveller').fill(shown.name);
  }
  await page.getByRole('button', { name: 'Compare' }).click();
}

/** A situation that is over. */
export function over(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true });
}

/** Presses a button that saves a file. */
export async function saved(page: Page, button: string): Promise<{ path: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const path = await download.path();
  return { path, text: readFileSync(path, 'utf8') };
}
