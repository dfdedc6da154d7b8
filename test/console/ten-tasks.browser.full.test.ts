import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
import type { TransferClient } from '../transfers/transfer-client.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let keys: KeyPair;
let client: TransferClient;

beforeEach(async () => {
  keys = await makeProfile(console.baseUrl);
  client = transferClient(console, { keys });
});

/** A task that begins in the live view. */
interface Task {
  name: string;
  /** Brings the profile into the state before the task. Returns the text of the search, if the task needs a new one. */
  prepare?: () => Promise<string | undefined>;
  /** The pressed links and buttons, at most two. */
  presses: readonly ((page: Page) => Locator)[];
  /** The button that confirms a final action. */
  confirm?: (page: Page) => Locator;
  /** A fixed text of the search. Without any text, the keyboard presses the same controls. */
  search?: string;
  isDone: (page: Page) => Promise<void>;
}

const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first();
const view = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const hasArmed = (text: string) => (page: Page) =>
  page.getByRole('status', { name: 'Armed scenarios' }).getByText(text).waitFor();

async function refusedSearch(): Promise<string> {
  const { headers } = await console.post('/v1/flights/search', { slices: 'Timbuktu' }, { keys });
  return headers['x-request-id'] ?? '';
}

async function pendingBooking(): Promise<undefined> {
  await client.book(await client.priced(), {}, { scenario: 'pending-forever' });
}

const tasks: readonly Task[] = [
  {
    name: 'tester: keep the next booking pending',
    presses: [view('Scenarios'), button('Keep the next booking pending')],
    search: 'keep next booking pending',
    isDone: hasArmed('book:pending-forever'),
  },
  {
    name: 'tester: clear what is armed',
    prepare: async () => {
      const body = { scenario: 'pending' };
      await control(console.baseUrl, 'PUT', `/profiles/${keys.profileCode}/scenario`, { body });
      return undefined;
    },
    presses: [button('Clear')],
    search: 'clear what is armed',
    isDone: hasArmed('nothing armed'),
  },
  {
    name: 'tester: complete a pending booking',
    prepare: pendingBooking,
    presses: [view('Bookings'), button(/^Complete/)],
    confirm: (page) => page.getByRole('dialog').getByRole('button', { name: 'Complete' }),
    isDone: (page) => page.getByRole('article').getByText('● completed').first().waitFor(),
  },
  {
    name: 'tester: move the clock by an hour',
    presses: [view('Clock'), button('+1 h')],
    search: 'advance 1 hour',
    isDone: (page) =>
      page
        .getByTitle('The clock of this profile')
        .getByText(/ 13:00:00 UTC/)
        .waitFor(),
  },
  {
    name: 'integrator: read a refused call',
    prepare: refusedSearch,
    presses: [link(/400 invalid_request/)],
    isDone: (page) => page.getByRole('complementary', { name: 'Exchange' }).getByText('Timbuktu').first().waitFor(),
  },
  {
    name: 'integrator: send a call again',
    prepare: async () => void (await refusedSearch()),
    presses: [link(/400 invalid_request/), button('Send again')],
    isDone: (page) => page.getByRole('link', { name: 'Open the new exchange' }).waitFor(),
  },
  {
    name: 'integrator: read the story of a booking by its confirmation number',
    prepare: async () => (await client.reserve()).confirmationNumber,
    presses: [view('Bookings'), link(/^Ada Byron/)],
    isDone: (page) => page.getByRole('region', { name: 'Calls', exact: true }).waitFor(),
  },
  {
    name: 'integrator: look a rule up',
    prepare: () => Promise.resolve('transfer.booking.pending.no-resend'),
    presses: [view('Docs'), link('Rules')],
    isDone: (page) => page.getByText('transfer.booking.pending.no-resend').first().waitFor(),
  },
  {
    name: 'lead: see the verdict on each profile',
    presses: [view('Overview')],
    search: 'overview',
    isDone: (page) => page.getByRole('region', { name: 'Profiles' }).getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'lead: read which rules the client breaks',
    prepare: async () => void (await refusedSearch()),
    presses: [view('Judge')],
    search: 'judge',
    isDone: (page) => page.getByText('1 exchange judged').waitFor(),
  },
];

describe.each(tasks)('$name', ({ prepare, presses, confirm, search, isDone }) => {
  it('takes at most two clicks, and one to confirm a final action', async () => {
    await prepare?.();
    const page = await openLive();
    expect(presses.length).toBeLessThanOrEqual(2);
    for (const press of presses) await press(page).click();
    await confirm?.(page).click();
    await isDone(page);
  });

  it('takes one search, or the same two controls, by keyboard alone', async () => {
    const prepared = await prepare?.();
    const page = await openLive();
    const text = search ?? prepared;
    if (text === undefined)
      for (const press of [...presses, ...(confirm ? [confirm] : [])]) await press(page).press('Enter');
    else await findAndEnter(page, text);
    await isDone(page);
  });
});

async function openLive(): Promise<Page> {
  const page = await console.open('live', { profile: keys.profileCode });
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  return page;
}

async function findAndEnter(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}
