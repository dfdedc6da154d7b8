import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { readCertificate } from '../../src/check/exam/certificate/certificate-file.ts';
import type { ExamReport } from '../../src/check/exam/report.ts';
import type { App, Shown } from '../check/exam/led-app.ts';
import { Session } from '../check/exam/led-app.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary-file.ts';
import { appFor, makeStatement, over, readTrip, saved, start } from './support/exam-person.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole({ clock: systemClock });
const folder = temporaryFolder();
const ONLY = 'book-transfer.plain,book-transfer.pending,book-transfer.failed';

const open = async (options = {}): Promise<{ page: Page; profile: string }> => {
  const { profileCode: profile } = await makeProfile(console.baseUrl);
  return { page: await console.open('exam', { profile, ...options }), profile };
};
/** Another tab of the same browser. */
const tab = async (page: Page, profile: string, view: string): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(`${console.baseUrl}/_sandbox/console#/${profile}/${view}`);
  return other;
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

it(
  'leads a person through the exam: passed, booked twice, did not come about, and the files',
  { timeout: 60_000 },
  async () => {
    const { page, profile } = await open();
    await start(page, ONLY.replaceAll(',', ', '));
    const app = await appFor(page, console.baseUrl, profile);

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

it('returns the same report as `taxiway exam --interactive` for the same statements', { timeout: 90_000 }, async () => {
  const { page, profile } = await open();
  await start(page, ONLY);
  const app = await appFor(page, console.baseUrl, profile);
  await app.run(await readTrip(page));
  await makeStatement(page, 'Booked', { ...app.shown(), price: '' });
  await heading(page, 'Situation 2 of 3');
  await app.run(await readTrip(page));
  await app.run(await readTrip(page));
  await makeStatement(page, 'Booked', app.shown());
  await heading(page, 'Situation 3 of 3');
  await app.search(await readTrip(page));
  await makeStatement(page, 'Not booked');
  await page.getByText('1 of 3 situations passed.').waitFor();
  const own = JSON.parse((await saved(page, 'Report (JSON)')).text) as ExamReport;

  const file = join(folder, 'report.json');
  const session = new Session(['--only', ONLY, '--json-file', file]);
  const other = await session.setUp();
  const done =
    (trips: number, search = false) =>
    async () => {
      for (let i = 0; i < trips; i++) await (search ? other.search(session.trip()) : other.run(session.trip()));
      return '';
    };
  await session.type(/1\/3[^]*"stop": $/, done(1));
  await session.type(/show\?[^?]*: $/, 'b');
  await session.content({ ...asTyped(other.shown()), price: '' });
  await session.type(/2\/3[^]*"stop": $/, done(2));
  await session.type(/show\?[^?]*: $/, 'b');
  await session.content(asTyped(other.shown()));
  await session.type(/3\/3[^]*"stop": $/, done(1, true));
  await session.type(/show\?[^?]*: $/, 'n');
  expect(await session.ended).toBe(1);
  expect(plainly(own)).toEqual(plainly(JSON.parse(readFileSync(file, 'utf8')) as ExamReport));
});

it('two tabs share one exam: the second shows that the situation is over', { timeout: 60_000 }, async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain,book-transfer.no-offers');
  const app = await appFor(page, console.baseUrl, profile);
  const other = await tab(page, profile, 'exam');
  await app.run(await readTrip(page));
  await other.getByRole('radio', { name: 'Unknown' }).check();
  await makeStatement(page, 'Booked', app.shown());
  await heading(page, 'Situation 2 of 2');
  await heading(other, 'Situation 2 of 2');
  await other.getByText('Waiting for the first call of the app.').waitFor();
  expect(await other.getByRole('radio').count()).toBe(0);
  await other.getByRole('button', { name: 'Pass over this situation' }).click();
  await page.getByText('1 of 2 situations passed; 1 passed over.').waitFor();
});

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

it('shows the exam of another profile after an exam of another browser', async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain');
  const other = await console.open('exam', { profile, context: {} });
  await heading(other, 'Another browser leads this exam');
  const { profileCode } = await makeProfile(console.baseUrl);
  await other.goto(`${console.baseUrl}/_sandbox/console#/${profileCode}/exam`);
  await heading(other, 'Examine an app');
});

it('a change in the console during a situation makes its result undecided', async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain');
  const app = await appFor(page, console.baseUrl, profile);
  const other = await tab(page, profile, 'clock');
  await other.getByRole('button', { name: '+5 min', exact: true }).click();
  await other.getByRole('region', { name: 'The last move' }).getByText('fell due').waitFor();
  await app.run(await readTrip(page));
  await makeStatement(page, 'Booked', app.shown());
  await over(page, 'book-transfer.plain').getByText('Someone else changed the profile').waitFor();
  await page.getByText('0 of 1 situations passed.').waitFor();
});

it('shows hostile text as text', async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain');
  const app = await appFor(page, console.baseUrl, profile);
  await app.run(await readTrip(page));
  const name = '<img src=x onerror="alert(1)">\u202e';
  await makeStatement(page, 'Booked', { ...app.shown(), name });
  await over(page, 'book-transfer.plain').getByText('client states the name <img src=x').waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  const { text } = await saved(page, 'Scorecard (HTML)');
  expect(text).toContain('&#60;img src=x');
  expect(text).not.toContain('<img');
});

it('asks again for a price that cannot be read', async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain');
  const app = await appFor(page, console.baseUrl, profile);
  await app.run(await readTrip(page));
  await makeStatement(page, 'Booked', { ...app.shown(), price: 'a lot' });
  await page.getByRole('alert').getByText('the price "a lot" cannot be read').waitFor();
  await page.getByLabel('Price, as in').fill(app.shown().price);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('1 of 1 situations passed.').waitFor();
});

it('does not count a late call of a slow page as one of the app', { timeout: 60_000 }, async () => {
  const { page, profile } = await open();
  // Whatever the page sends without the key is on its way for three seconds.
  let late = 0;
  await page.route('**/_sandbox/profiles/**', async (one) => {
    const isKeyed = one.request().headers()['x-taxiway-exam'] !== undefined || one.request().method() === 'POST';
    if (isKeyed) return one.continue();
    late += 1;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await one.continue();
    late -= 1;
  });
  // The view may have been loaded before the network became slow.
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => late).toBeGreaterThan(1);
  await start(page, 'book-transfer.plain');
  const app = await appFor(page, console.baseUrl, profile);
  await expect.poll(() => late, { timeout: 10_000 }).toBe(0);
  await app.run(await readTrip(page));
  await makeStatement(page, 'Booked', app.shown());
  await page.getByText('1 of 1 situations passed.').waitFor();
});

it(
  'continues after kill -9 of a sandbox with a store, and repeats the situation of possibly lost calls',
  { timeout: 90_000 },
  async () => {
    const store = temporaryFile();
    const serve = (port: string) => serveTaxiway(['--store', store, '--port', port, '--log', 'silent']);
    let taxiway = await serve('0');
    const { baseUrl } = taxiway;
    const { profileCode: profile } = await makeProfile(baseUrl);
    const page = await console.open('exam', { profile, baseUrl });
    await start(page, 'book-transfer.plain,book-transfer.pending');
    await page.getByText('The sandbox stores the exam').waitFor();
    const app = await appFor(page, baseUrl, profile);
    await app.run(await readTrip(page));
    await makeStatement(page, 'Booked', app.shown());
    await heading(page, 'Situation 2 of 2');
    await app.search(await readTrip(page));
    taxiway.kill('SIGKILL');
    await taxiway.ended;
    await page.getByRole('alert').getByText('The sandbox does not respond').first().waitFor();
    taxiway = await serve(new URL(baseUrl).port);
    await page.getByText('The sandbox does not respond').first().waitFor({ state: 'hidden' });
    await over(page, 'book-transfer.plain').getByText('passed').waitFor();
    await app.run(await readTrip(page));
    await makeStatement(page, 'Booked', app.shown());
    // The killed process may have had calls of the app that it did not write.
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Waiting for the first call of the app.').waitFor();
    await app.run(await readTrip(page));
    await makeStatement(page, 'Booked', app.shown());
    await page.getByText('2 of 2 situations passed.').waitFor();
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
  },
);

it('a situation did not come about if the page sends a call of the app again', { timeout: 60_000 }, async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain');
  const app = await appFor(page, console.baseUrl, profile);
  await app.run(await readTrip(page));
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Live', exact: true }).click();
  await page
    .getByRole('link', { name: /pricing/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('link', { name: 'Open the new exchange' }).waitFor();
  await views.getByRole('link', { name: 'Exam', exact: true }).click();
  await makeStatement(page, 'Booked', app.shown());
  await over(page, 'book-transfer.plain').getByText('did not come about').waitFor();
  await page.getByText('0 of 1 situations passed').waitFor();
});

it('reports that the profile of an exam was removed', async () => {
  const { page, profile } = await open();
  await start(page, 'book-transfer.plain');
  await control(console.baseUrl, 'DELETE', `/profiles/${profile}`);
  await page.getByRole('alert').getByText('profile_not_found').first().waitFor();
});

it('works with the keyboard alone at 320 pixels, and axe finds no fault', { timeout: 90_000 }, async () => {
  const { page, profile } = await open({ viewport: { width: 320, height: 640 } });
  const check = async () => {
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  };
  await page.getByLabel('Name of the app').focus();
  await check();
  await page.keyboard.type('my-shop');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2.4.1');
  await page.getByLabel('Only these situations').focus();
  await page.keyboard.type('book-transfer.plain');
  await page.keyboard.press('Enter');
  await heading(page, 'Situation 1 of 1');
  await check();
  const app: App = await appFor(page, console.baseUrl, profile);
  await app.run(await readTrip(page));
  await page.getByRole('radio', { name: /^Booked/ }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Price, as in').waitFor();
  await check();
  await page.keyboard.press('Tab');
  await page.keyboard.type(app.shown().id);
  await page.keyboard.press('Enter');
  await page.getByText('1 of 1 situations passed.').waitFor();
  await check();
});

/** A field of the page takes the time to the minute. */
function asTyped(shown: Shown): Shown {
  return { ...shown, time: shown.time.slice(0, 16) };
}

/** A report without what follows from keys, clocks and the machine. */
function plainly(report: ExamReport): unknown {
  const text = JSON.stringify(report)
    .replaceAll(/"(?:durationMs|startedAt|at)":(?:[\d.]+|"[^"]*")/g, '"$1":0')
    .replaceAll(/"price":[\d.]+/g, '"price":0')
    .replaceAll(/"seed":(?:null|"exam")/g, '"seed":0')
    .replaceAll(/\b(?:[0-9a-f]{32}|req_\w+|[0-9a-f]{8}…)/g, 'id');
  const { situations, ...rest } = JSON.parse(text) as ExamReport;
  return {
    ...rest,
    situations: situations.map(({ result, ...one }) => ({
      ...one,
      result: result && {
        ...{ verdict: result.verdict, calls: result.calls, stated: result.stated, advice: result.advice },
        findings: result.findings.map(({ kind, rules, message }) => ({ kind, rules, message: withoutIds(message) })),
        warnings: result.warnings.map(({ check }) => check),
        truth: { made: result.truth.made.length, alive: result.truth.alive.length, pending: result.truth.pending },
      },
    })),
  };
}

function withoutIds(message: string): string {
  return message.replaceAll(/\b[0-9a-f]{8,}\b/g, 'id');
}

async function endExam(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End the exam…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the exam' }).click();
  await page.getByRole('heading', { name: 'Examine an app' }).waitFor();
}
