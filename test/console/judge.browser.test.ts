import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

describe('the judge', () => {
  it('finds a double booking, and links to the exchange that made it', async () => {
    const { keys, requestId } = await bookTwice();
    const page = await sandbox.open('judge?verdict=broken', { profile: keys.profileCode });
    const rule = page.getByRole('article', { name: 'transfer.502.read-before-rebooking' });
    await rule.getByText('✕ broken').waitFor();
    await rule
      .getByRole('paragraph')
      .getByText(/^Instead: Disable repeats/)
      .waitFor();
    await rule.getByRole('link', { name: 'POST /book' }).last().click();
    await expect.poll(() => page.url()).toContain(`live/${requestId}`);
  });

  it('draws a finding, and copies it as Markdown or as a link', async () => {
    const { keys } = await bookTwice();
    const page = await sandbox.open('judge?verdict=broken', {
      profile: keys.profileCode,
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const rule = page.getByRole('article', { name: 'transfer.502.read-before-rebooking' });
    const events = rule.getByRole('list', { name: 'the reservation is read after a 502' }).getByRole('listitem');
    await events.getByText('502 upstream_failed').waitFor();
    const last = (await events.allTextContents()).at(-1);
    expect(last).toMatch(/After a 502 the caller reads .*Instead: Disable repeats/s);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(text).toMatch(/^# Verdicts on .*\n\n## broken: After a 502 .* `transfer\.502\.read-before-rebooking`\)/);
    expect(text).toMatch(/- \S+Z `POST \/book\S*` 502 \(\[req_\w+\]\(http/);
    await rule.getByRole('link', { name: 'Link to this finding' }).click();
    await page.getByRole('link', { name: 'All rules' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect(page.url()).toMatch(/judge\?rule=transfer\.502\.read-before-rebooking&call=req_\w+$/);
  });

  it('saves the report as one page, named by profile and day', async () => {
    const { keys } = await bookTwice();
    const page = await sandbox.open('judge', { profile: keys.profileCode });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the report (HTML)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`taxiway-judge-${keys.profileCode}-2027-01-10.html`);
    expect(await readFile(await download.path(), 'utf8')).toContain('id="transfer.502.read-before-rebooking"');
  });

  it('links a rule to its page with the remedy', async () => {
    const { keys } = await bookTwice();
    const page = await sandbox.open('judge?verdict=broken', { profile: keys.profileCode });
    await page.getByRole('link', { name: 'transfer.502.read-before-rebooking' }).click();
    const rule = page.getByRole('article', { name: 'transfer.502.read-before-rebooking' });
    await rule.getByText(/^Disable repeats/).waitFor();
    await page.getByRole('article', { name: 'transfer.endpoints.book' }).waitFor();
  });

  it('shows the beginning of the request and the response of a finding', async () => {
    const { keys } = await bookTwice();
    const page = await sandbox.open('judge?verdict=broken', { profile: keys.profileCode });
    const rule = page.getByRole('article', { name: 'transfer.502.read-before-rebooking' });
    await rule.getByText('Beginning of the request and the response').first().click();
    await rule.getByText('"traveller"').first().waitFor();
  });

  it('arms a scenario that creates an occasion of a rule not met', async () => {
    const keys = await make();
    const page = await sandbox.open('judge?verdict=not%20met', { profile: keys.profileCode });
    const rule = page.getByRole('article', { name: 'transfer.booking.pending.no-resend' });
    await rule.getByRole('button', { name: 'Arm pending once' }).click();
    await page.getByRole('status', { name: 'Armed scenarios' }).getByText('pending').waitFor();
    const client = transferClient(sandbox, { keys });
    expect((await client.book(await client.priced())).status).toBe('pending');
  });

  it('updates as clients make calls, with filters in its address', async () => {
    const keys = await make();
    const page = await sandbox.open('judge', { profile: keys.profileCode });
    await page.getByText('No call of this profile was judged yet').waitFor();
    await page.getByLabel('Section').selectOption('2.1');
    await page.getByRole('link', { name: /not met/ }).click();
    await expect.poll(() => page.url()).toMatch(/\?section=2.1&verdict=not\+met$/);
    await transferClient(sandbox, { keys }).search();
    await page.getByText('1 exchange judged').waitFor();
  });

  it('decides open verdicts at the end of the run', async () => {
    const keys = await make();
    const client = transferClient(sandbox, { keys });
    await client.book(await client.priced(), {}, { scenario: 'pending-forever' });
    const page = await sandbox.open('judge', { profile: keys.profileCode });
    const rule = page.getByRole('article', { name: 'transfer.booking.pending.read-outcome' });
    await rule.getByText('◐ open').waitFor();
    expect(await rule.getByRole('link', { name: /^req_/ }).getAttribute('href')).toMatch(/\/live\/req_\w+$/);
    await page.getByLabel('The run is over: decide what is open').check();
    await rule.getByText('✕ broken').waitFor();
    await rule.getByText('found', { exact: true }).waitFor();
    await page.getByRole('link', { name: /broken/ }).click();
    await rule.getByText('✕ broken').waitFor();
    expect(page.url()).toMatch(/ended=true.*verdict=broken/);
  });

  it('clears the verdicts after a confirmation', async () => {
    const { keys } = await bookTwice();
    const page = await sandbox.open('judge', { profile: keys.profileCode });
    await page.getByText('4 exchanges judged').waitFor();
    await page.getByRole('button', { name: 'Clear the verdicts…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear the verdicts of this profile?' });
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    await dialog.getByRole('button', { name: 'Clear the verdicts' }).click();
    await page.getByText('0 exchanges judged').waitFor();
  });
});

/** A client that books again after a 502, without a read, at a service that cannot tell. */
async function bookTwice(): Promise<{ keys: KeyPair; requestId: string }> {
  const keys = await make();
  const priced = await transferClient(sandbox, { keys }).priced();
  const body = bookRequest(priced);
  await sandbox.post('/book', body, { keys, scenario: '502-after-commit,resend-double-books' });
  const { headers } = await sandbox.post('/book', body, { keys });
  return { keys, requestId: headers['x-request-id'] };
}

async function make(): Promise<KeyPair> {
  return (await sandbox.post('/_sandbox/profiles', {})).body.credential;
}
