import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { control } from '../control-api/control-client.ts';
import { journalClient } from '../control-api/journal-client.ts';
import { verdictsOn } from '../control-api/verdicts-client.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

describe('the live view', () => {
  it('shows the first curl line before the first call', async () => {
    const page = await sandbox.open();
    await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
    expect(await page.locator('pre').textContent()).toContain(`curl -s ${sandbox.baseUrl}/v1/flights/search`);
  });

  it('shows an exchange as soon as it ends', async () => {
    const page = await sandbox.open();
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    await search('Berlin');
    await page.getByRole('link', { name: /400 invalid_request .* flight-search/ }).waitFor();
  });

  it('shows earlier exchanges', async () => {
    const id = await search('LHR');
    const page = await sandbox.open();
    await row(page, id).waitFor();
  });

  it('supports the arrow keys; Escape closes a call and returns the focus to its row', async () => {
    const keys = await sandbox.sandbox.addProfile();
    for (let i = 0; i < 3; i++) await sandbox.post('/v1/flights/search', {}, { keys });
    const page = await sandbox.open('live', { profile: keys.profileCode });
    await page.getByText('3 exchanges').waitFor();
    const rows = page.getByRole('region', { name: 'Exchanges, newest first' });
    await rows.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    const second = rows.getByRole('link').nth(1);
    await page.getByRole('complementary').getByRole('heading', { name: 'Request' }).waitFor();
    expect(await second.getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'hidden' });
    await expect.poll(() => second.evaluate((row) => row.ownerDocument.activeElement === row)).toBe(true);
  });

  it('does not scroll under the pointer, and counts the calls that arrive', async () => {
    const keys = await sandbox.sandbox.addProfile();
    for (let i = 0; i < 3; i++) await sandbox.post('/v1/flights/search', {}, { keys });
    const page = await sandbox.open('live', { profile: keys.profileCode });
    await page.getByText('3 exchanges').waitFor();
    const first = page.locator('a.row').first();
    await first.hover();
    const aimed = await first.getAttribute('id');
    for (let i = 0; i < 2; i++) await sandbox.post('/v1/flights/search', {}, { keys });
    const fresh = page.getByRole('button', { name: '2 new' });
    await fresh.waitFor();
    expect(await first.getAttribute('id')).toBe(aimed);
    await fresh.click();
    await expect.poll(() => first.getAttribute('id')).not.toBe(aimed);
    expect(await fresh.count()).toBe(0);
  });

  it('explains refused first calls, with a call that works', async () => {
    const keys = await sandbox.sandbox.addProfile();
    await sandbox.post('/v1/flight/search', {}, { keys });
    await sandbox.post('/v1/flights/search', {}, { keys: { ...keys, secretKey: 'wrong' } });
    const page = await sandbox.open('live', { profile: keys.profileCode });
    await page.getByRole('heading', { name: '2 calls arrived and were refused' }).waitFor();
    await page.getByText('The nearest address is POST /v1/flights/search').waitFor();
    await page.getByText('The credentials are not valid for this profile').waitFor();
    expect(await page.locator('pre').textContent()).toContain(keys.profileCode);
  });

  it('makes no statement about calls before they are loaded', async () => {
    const keys = await sandbox.sandbox.addProfile();
    await sandbox.post('/v1/flights/search', {}, { keys });
    const page = await sandbox.open('none');
    await page.route('**/journal/stream*', (route) => setTimeout(() => void route.continue(), 1500));
    await page.goto(`${sandbox.baseUrl}/_sandbox/console#/${keys.profileCode}/live`);
    await page.getByRole('status').getByText('Loading…').waitFor();
    expect(await page.getByRole('heading', { name: 'Nothing has called yet' }).count()).toBe(0);
    await page.getByText('1 exchange').waitFor();
  });

  it('opens the next and the previous call by keys, shows the row of a link, and lists the keys', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const ids: string[] = [];
    for (let i = 0; i < 60; i++)
      ids.push((await sandbox.post('/v1/flights/search', {}, { keys })).headers['x-request-id']);
    const page = await sandbox.open(`live/${ids[1]}`, { profile: keys.profileCode });
    await row(page, ids[1] ?? '').waitFor();
    await page.keyboard.press('k');
    await expect.poll(() => page.url()).toContain(`live/${ids[2]}`);
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).toContain(`live/${ids[1]}`);
    await page.evaluate("for (const key of ['k', 'k', 'j']) dispatchEvent(new KeyboardEvent('keydown', { key }))");
    expect(page.url()).toContain(`live/${ids[2]}`);
    await row(page, ids[2] ?? '').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('open the next call in Live').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').getByText('Id', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'hidden' });
  });

  it('finds a call by an id in its body, and keeps the filter in the navigation', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const id = (await sandbox.post('/book', { partnerTrackingId: 'my-trip-42' }, { keys })).headers['x-request-id'];
    await sandbox.post('/book', {}, { keys });
    const page = await sandbox.open('live', { profile: keys.profileCode });
    await page.getByText('2 exchanges').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('my-trip-42');
    await page.getByText('1 of 2 exchanges').waitFor();
    await row(page, id).click();
    await expect.poll(() => page.title()).toMatch(/^400 book · .* · taxiway$/);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Clock' }).click();
    await views.getByRole('link', { name: 'Live' }).click();
    await page.getByText('1 of 2 exchanges').waitFor();
  });

  it('keeps filters in its address', async () => {
    const [right, wrong] = [await search('LHR'), await search('Berlin')];
    const page = await sandbox.open();
    await page.getByLabel('Outcome').selectOption('refused');
    await page.getByRole('searchbox', { name: 'Search' }).fill(wrong.slice(0, 12));
    await expect.poll(() => page.url()).toContain(`outcome=refused&search=${wrong.slice(0, 12)}`);
    const other = await sandbox.open(page.url().split('/').pop());
    await row(other, wrong).waitFor();
    expect(await row(other, right).count()).toBe(0);
  });

  it.each([
    { where: 'on a phone', width: 390, path: () => 'live', hasRoom: true },
    { where: 'on a desktop', width: 1280, path: () => 'live', hasRoom: true },
    { where: 'next to an open exchange', width: 1280, path: (id: string) => `live/${id}`, hasRoom: false },
  ])('marks a call that broke a rule, with the rule id on wide screens: $where', async ({ width, path, hasRoom }) => {
    const id = await search('Berlin');
    const page = await sandbox.open(path(id), { viewport: { width, height: 800 } });
    const broken = row(page, id).getByTitle('breaks flight-search.slices.destination');
    expect((await broken.getByText('✕').boundingBox())?.width).toBeGreaterThan(5);
    expect(await broken.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    const clipped = await broken
      .locator('.row-text')
      .evaluate((text) => text.ownerDocument.defaultView?.getComputedStyle(text).clipPath !== 'none');
    expect(clipped).toBe(!hasRoom);
    expect(await row(page, id).ariaSnapshot()).toContain('breaks flight-search.slices.destination');
  });
});

describe('one exchange', () => {
  it('shows its broken rules, with sentence and section', async () => {
    const page = await openExchange(await search('Berlin'));
    await page.getByRole('heading', { name: /Breaks a rule: the destination of a slice/ }).waitFor();
    await page.getByRole('link', { name: /§2\.1 flight-search\.slices\.destination/ }).waitFor();
    await page.getByText('Found', { exact: true }).waitFor();
    await page.getByText(/^Instead: /).waitFor();
  });

  it('unfolds its body to the value of a finding, and marks the value', async () => {
    const page = await openExchange(await search('Berlin'));
    const request = page.getByRole('region', { name: 'Request' });
    await request.getByText('✕ found here "destination": "Berlin"').waitFor();
  });

  it('scrolls independently of the page', async () => {
    const page = await openExchange(await search('LHR'));
    await page.getByText(/rules concern this operation/).click();
    await page.getByRole('region', { name: 'Response' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800);
    const panel = page.getByRole('complementary');
    expect(await panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  });

  it('shows changes since the previous request of the same operation', async () => {
    await search('LHR');
    const page = await openExchange(await search('CDG'));
    await page.getByText('1 value changed since the previous request').click();
    await page.getByRole('row', { name: 'body.slices.0.destination "LHR" "CDG"' }).waitFor();
  });

  it('can be sent again, and the new exchange opens', async () => {
    const id = await search('LHR');
    const page = await openExchange(id);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('link', { name: 'Open the new exchange' }).click();
    await expect.poll(() => page.url()).not.toContain(id);
    await page.getByText('The same since the previous request').waitFor();
    await page.getByText('the console: no verdict is about it').waitFor();
  });

  it('gets no verdict and no new credential when the console sends it again', async () => {
    const id = await search('Berlin');
    const before = await facts();
    const page = await openExchange(id);
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('link', { name: 'Open the new exchange' }).click();
    await page.getByText('the console: no verdict is about it').waitFor();
    expect(await facts()).toEqual(before);
    await page.goto(page.url().replace(/#.*/, `#/${sandbox.sandbox.demoKeys.profileCode}/live?origin=console`));
    await page.getByText(/^\d+ of \d+ exchanges$/).waitFor();
    expect(await row(page, id).count()).toBe(0);
  });

  it('can be edited and sent, after its faults are shown', async () => {
    const page = await openExchange(await search('LHR'));
    await page.getByText('Edit and send').click();
    const path = page.getByLabel('Path and query');
    const headers = page.getByLabel('Headers, one on each line');
    await path.fill('/v1/../_sandbox/profiles');
    await headers.fill('no header\nAuthorization: Bearer sk_mine\nX-Note: hello');
    const send = page.getByRole('button', { name: 'Send POST as the console' });
    await send.click();
    const alert = page.getByRole('alert');
    for (const fault of ['Not sent', 'The path is', '"no header" is not a header', 'Leave Authorization out'])
      await alert.getByText(fault).first().waitFor();
    await path.fill('/v1/flights/search?edited=1');
    await headers.fill('Content-Type: application/json\nX-Note: hello');
    await page.getByLabel('Body').fill(JSON.stringify(body('CDG')));
    await send.click();
    await page.getByRole('link', { name: 'Open the new exchange' }).click();
    await page.locator('.address', { hasText: 'edited=1' }).waitFor();
    const sent = await journalClient(sandbox.baseUrl, sandbox.sandbox.demoKeys).newest();
    expect(sent.origin).toBe('console');
    expect(sent.request.body).toContain('CDG');
    expect(sent.request.headers).toContainEqual({ name: 'x-note', value: 'hello' });
  });

  it('can be compared with any other call, at an address to share', async () => {
    const other = await search('LHR');
    await search('FCO');
    const page = await openExchange(await search('Berlin'));
    await page.getByLabel('Compare with').selectOption(other);
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('row', { name: 'request.body.slices.0.destination "LHR" "Berlin"' }).waitFor();
    await comparison.getByRole('row', { name: 'response.status 200 400' }).waitFor();
    expect(page.url()).toContain(`with=${other}`);
    const colleague = await sandbox.open(page.url().split('/').slice(-2).join('/'));
    await colleague.getByRole('row', { name: 'response.status 200 400' }).waitFor();
  });

  it('arms its scenario for the next call of its operation', async () => {
    const call = await sandbox.post('/v1/flights/search', body('LHR'), { scenario: 'server-error' });
    const page = await openExchange(call.headers['x-request-id']);
    await page.getByRole('button', { name: /^Arm server-error for the next flight-search/ }).click();
    await page.getByRole('status', { name: 'Armed scenarios' }).getByText('flight-search:server-error').waitFor();
    expect((await sandbox.post('/v1/flights/search', body('LHR'))).status).toBe(500);
  });
});

async function search(destination: string): Promise<string> {
  const { headers } = await sandbox.post('/v1/flights/search', body(destination));
  return headers['x-request-id'];
}

/** State unchanged by a call of the console. */
async function facts() {
  const keys = sandbox.sandbox.demoKeys;
  const { verdicts } = await verdictsOn(sandbox.baseUrl, keys);
  const { body } = await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/credentials`);
  return { exchanges: verdicts.exchanges, summary: verdicts.summary, credentials: body.credentials.length };
}

function body(destination: string) {
  return {
    slices: [{ origin: 'MAD', destination, departure_date: '2027-03-01' }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
  };
}

async function openExchange(id: string): Promise<Page> {
  return sandbox.open(`live/${id}`);
}

function row(page: Page, id: string) {
  return page.locator(`a.row[href*="${id}"]`);
}
