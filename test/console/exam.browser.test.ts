import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { readCertificate } from '../../src/check/exam/certificate/read-certificate.ts';
import { makeProfile } from '../control-api/control-client.ts';
import { appFor, makeStatement, over, readTrip, saved, start } from './support/exam-person.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole({ clock: systemClock });

it(
  'leads a person through the exam: passed, booked twice, did not come about, and the files',
  { timeout: 60_000 },
  async () => {
    const { profileCode } = await makeProfile(console.baseUrl);
    const page = await console.open('exam', { profile: profileCode });
    await start(page, 'book-transfer.plain, book-transfer.pending, book-transfer.failed');
    const app = await appFor(page, console.baseUrl, profileCode);

    await page.getByText('Waiting for the first call of the app.').waitFor();
    expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
    await app.run(await readTrip(page));
    await makeStatement(page, 'Booked', app.shown());
    await over(page, 'book-transfer.plain').getByText('passed').waitFor();

    await page.getByRole('heading', { name: 'Situation 2 of 3' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Situation 2 of 3' }).waitFor();
    await app.run(await readTrip(page));
    await app.run(await readTrip(page));
    await makeStatement(page, 'Booked', app.shown());
    await over(page, 'book-transfer.pending').getByText('Booked more than once').waitFor();

    await page.getByRole('heading', { name: 'Situation 3 of 3' }).waitFor();
    await app.search(await readTrip(page));
    await makeStatement(page, 'Not booked');
    const last = over(page, 'book-transfer.failed');
    await last.getByText('did not come about').waitFor();
    await last.getByText('The client never called').waitFor();

    await page.getByText('1 of 3 situations passed.').waitFor();
    const report = JSON.parse((await saved(page, 'Report (JSON)')).text);
    expect(report.command).toEqual(['a person with an app']);
    expect(report.summary).toMatchObject({ passed: 1, failed: 1, 'did not come about': 1 });
    const { path } = await saved(page, 'Certificate (JSON)');
    expect(readCertificate(path).certificate).toMatchObject({
      client: { name: 'my <b>shop', version: '2.4.1' },
      result: 'failed',
      grade: 'content',
    });
    expect((await saved(page, 'Certificate (HTML)')).text).toContain('Client: my &#60;b&#62;shop 2.4.1');
    await endExam(page);
  },
);

it('another browser takes the exam over, and the first one stops', { timeout: 60_000 }, async () => {
  const { profileCode: profile } = await makeProfile(console.baseUrl);
  const first = await console.open('exam', { profile });
  await start(first, 'book-transfer.plain, book-transfer.pending');
  await first.getByText('The sandbox has no store file').waitFor();

  const other = await console.open('exam', { profile, context: {} });
  await other.getByRole('heading', { name: 'Another browser leads this exam' }).waitFor();
  expect(await other.getByRole('button', { name: 'Compare' }).count()).toBe(0);
  await other.getByRole('button', { name: 'Take the exam over…' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Take the exam over' }).click();
  await other.getByRole('heading', { name: 'Situation 1 of 2' }).waitFor();
  await other.getByText('Taken over from another browser:').waitFor();
  await first.getByRole('heading', { name: 'Another browser leads this exam' }).waitFor();

  await other.getByRole('button', { name: 'Pass over this situation' }).click();
  await other.getByRole('heading', { name: 'Situation 2 of 2' }).waitFor();
  const app = await appFor(other, console.baseUrl, profile);
  await app.run(await readTrip(other));
  await makeStatement(other, 'Booked', app.shown());
  await over(other, 'book-transfer.pending').getByText('passed').waitFor();
  await other.getByText('1 of 2 situations passed; 1 passed over.').waitFor();
});

async function endExam(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End the exam…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the exam' }).click();
  await page.getByRole('heading', { name: 'Examine an app' }).waitFor();
}
