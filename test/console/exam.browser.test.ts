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

async function endExam(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End the exam…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the exam' }).click();
  await page.getByRole('heading', { name: 'Examine an app' }).waitFor();
}
