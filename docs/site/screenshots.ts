import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { createSandbox } from '../../src/index.ts';
import { launchBrowser } from '../../test/console/support/launch-browser.ts';
import { unpackBrowser } from '../../test/console/support/unpack-browser.ts';

/**
 * Takes the pictures of docs/guides/console.md: each view of the console, light and dark by turns, of a sandbox with a
 * fixed seed and clock on which a client has worked. Run `npm run build:console` first.
 */
const FOLDER = 'docs/guides/console';
const sandbox = await createSandbox({ seed: 'screenshots', now: '2027-01-10T12:00:00Z', log: 'silent' });
const baseUrl = await sandbox.listen();
const browser = await launchBrowser(await unpackBrowser());
try {
  await work();
  mkdirSync(FOLDER, { recursive: true });
  const opened = await latest('outcome=refused');
  const booking = await pendingBooking();
  await take('live', `live/${opened}`, 'light', 'The destination of a slice is the IATA code');
  await take('scenarios', 'scenarios', 'dark', 'Most wanted');
  await take('clock', 'clock', 'light', 'Next due events');
  await take('bookings', 'bookings', 'dark', 'Complete');
  await take('booking', `bookings/${booking}`, 'light', 'Request');
  await take('judge', 'judge?verdict=broken', 'dark', 'broken');
  await take('profiles', 'profiles', 'light', 'New profile');
} finally {
  await browser.close();
  await sandbox.close();
}

/** What a client does on its first day: a wrong search, a right one, a booking, and one that stays pending. */
async function work(): Promise<void> {
  const slice = { origin: 'MAD', destination: 'Berlin', departure_date: '2027-03-01' };
  const flight = { slices: [slice], passengers: [{ type: 'adult' }], cabin_class: 'economy' };
  await call('POST', '/v1/flights/search', flight);
  await call('POST', '/v1/flights/search', { ...flight, slices: [{ ...slice, destination: 'BER' }] });
  await book('Ada');
  await book('Grace', '?scenario=pending');
  await call('PUT', `${profile()}/scenario`, { scenario: 'book:502-after-commit; read:502; none' });
}

async function book(firstName: string, query = ''): Promise<void> {
  const { searchId, offers } = await call<{ searchId: string; offers: { resultId: string; bookingToken: string }[] }>(
    'POST',
    '/search',
    {
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime: '2027-03-01T11:30:00',
      passengers: 1,
    },
  );
  const [{ resultId, bookingToken } = { resultId: '', bookingToken: '' }] = offers;
  const offer = { searchId, resultId, bookingToken };
  const { pricingToken } = await call<{ pricingToken: string }>('POST', '/pricing', offer);
  await call('POST', `/book${query}`, {
    ...offer,
    pricingToken,
    flight: { airlineIataCode: 'IB', flightNumber: '3166' },
    traveller: { firstName, lastName: 'Byron', email: 'traveller@example.com', phoneNumber: '+34612345678' },
  });
}

async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
}

function profile(): string {
  return `/_sandbox/profiles/${sandbox.demoKeys.profileCode}`;
}

async function latest(query: string): Promise<string> {
  const { exchanges } = await call<{ exchanges: { exchangeId: string }[] }>('GET', `${profile()}/journal?${query}`);
  return exchanges[0]?.exchangeId ?? '';
}

async function pendingBooking(): Promise<string> {
  const path = `${profile()}/resources?kind=reservations&status=pending`;
  const { resources } = await call<{ resources: { resourceId: string }[] }>('GET', path);
  return resources[0]?.resourceId ?? '';
}

async function take(name: string, place: string, colorScheme: 'light' | 'dark', shows: string): Promise<void> {
  const page: Page = await browser.newPage({ viewport: { width: 1200, height: 750 }, colorScheme });
  await page.goto(`${baseUrl}/_sandbox/console#/${sandbox.demoKeys.profileCode}/${place}`);
  await page.locator('main').getByText(shows).filter({ visible: true }).first().waitFor();
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await page.close();
  console.log(`${FOLDER}/${name}.png`);
}
