import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { digestOf } from '../../src/base/digest-of.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the overview shows verdicts, errors, requests and times of the client, without the calls of pages', async () => {
  const keys = await sandbox.sandbox.addProfile({ name: 'Shop' });
  const search = (body: object, scenario?: string) =>
    sandbox.post('/v1/flights/search', body, { keys, ...(scenario !== undefined && { scenario }) });
  await search(SEARCH);
  await search({ ...SEARCH, passengers: [] });
  await search(SEARCH, 'server-error');
  const page = await sandbox.open('overview', { profile: keys.profileCode });
  const row = page.getByRole('region', { name: 'Profiles' }).getByRole('row', { name: /Shop/ });
  await row.getByText('broken, 1 ×').waitFor();
  await page.getByRole('region', { name: 'Rules' }).getByText('not met').waitFor();
  const errors = page.getByRole('region', { name: 'Errors' });
  await errors.getByRole('row', { name: /^flight-search 500 internal_error 1 open the latest/ }).waitFor();
  await page.getByRole('img', { name: /^3 requests in \d+ intervals/ }).waitFor();
  await page.getByText('The same as a table').click();
  await page.getByRole('region', { name: 'Requests' }).getByRole('columnheader', { name: '5xx and lost' }).waitFor();
  await expectAccessible(page);
  await errors.getByRole('link', { name: /500/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('link', { name: 'Open the new exchange' }).waitFor();
  await page.getByRole('navigation').first().getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('img', { name: /^3 requests/ }).waitFor();
});

it('the overview compares certificates of exams, and refuses one that was edited', async () => {
  const folder = temporaryFolder();
  const write = (name: string, content: object, digest = digestOf(content)): string => {
    writeFileSync(join(folder, name), JSON.stringify({ certificate: content, digest }));
    return join(folder, name);
  };
  const older = write('older.json', certificate('2027-01-01', 'passed'));
  const newer = write('newer.json', certificate('2027-02-01', 'failed'));
  const edited = write(
    'edited.json',
    certificate('2027-03-01', 'passed'),
    digestOf(certificate('2027-03-01', 'failed')),
  );
  const page = await sandbox.open('overview');
  const exams = page.getByRole('region', { name: 'Exams' });
  await exams.locator('input[type=file]').setInputFiles([newer, older, edited]);
  await exams.getByRole('alert').getByText('edited.json was changed after it was written').waitFor();
  await exams.getByRole('heading', { name: 'A regression between the latest two' }).waitFor();
  await exams.getByText('newly failing').waitFor();
  const dates = exams.locator('tbody th');
  expect(await dates.allInnerTexts()).toEqual(['2027-01-01 00:00 UTC', '2027-02-01 00:00 UTC']);
});

it('the overview compares an exam report with a certificate, and marks the report as not certified', async () => {
  const folder = temporaryFolder();
  const write = (name: string, content: object): string => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const content = certificate('2027-01-01', 'passed');
  const certified = write('certificate.json', { certificate: content, digest: digestOf(content) });
  const { date, summary, situations } = certificate('2027-02-01', 'failed');
  const report = {
    ...{ version: 1, taxiway: '0.1.0', exam: 3, command: ['node', 'shop.js'], startedAt: date, durationMs: 1 },
    ...{ strict: false, summary, grade: null, stale: [], rules: [] },
    situations: situations.map(({ name, task, title, standing }) => ({
      ...{ name, task, title, standing, armed: '', result: null },
    })),
  };
  const files = [certified, write('report.json', report), write('broken.json', { ...report, situations: [null] })];
  const page = await sandbox.open('overview');
  const exams = page.getByRole('region', { name: 'Exams' });
  await exams.locator('input[type=file]').setInputFiles(files);
  await exams.getByRole('row', { name: /2027-02-01 .* node shop.js \(report, not certified\) failed/ }).waitFor();
  await exams.getByText('newly failing').waitFor();
  await exams.getByRole('alert').getByText('broken.json').waitFor();
});

const SEARCH = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-01' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

function certificate(day: string, standing: 'passed' | 'failed') {
  const situation = { name: 'book-transfer.plain', task: 'book-transfer', title: 'nothing happens', standing };
  return {
    ...{ version: 1, client: { name: 'shop', version: '1' }, taxiway: '0.1.0', interface: '1.0.0', exam: 3 },
    ...{ date: `${day}T00:00:00.000Z`, strict: false, only: null, result: standing, grade: null },
    summary: { passed: standing === 'passed' ? 1 : 0, failed: standing === 'failed' ? 1 : 0 },
    situations: [{ ...situation, grade: null, findings: [], warnings: 0 }],
  };
}
