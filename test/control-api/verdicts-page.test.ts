import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { conclude } from '../../src/check/judge/conclusion.ts';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';
import { present } from '../../src/check/judge/present.ts';
import { judgeRecording } from '../../src/check/judge/recording/judge-recording.ts';
import type { JudgeReport } from '../../src/check/judge/report.ts';
import { buildReport } from '../../src/check/judge/report.ts';
import { renderHtml } from '../../src/check/report/formats/html.ts';
import type { KeyPair } from '../../src/index.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { loadAssumptions } from '../../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../../src/interface/rules/load-rules.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { ADMIN, ADMIN_TOKEN, control, expectRefused, headersOf, makeProfile } from './control-client.ts';

const sandbox = useSandbox({ adminToken: ADMIN_TOKEN });
const HOSTILE = '</title></script><script>alert(1)</script><img src=x onerror=alert(2)>';

describe('the page of the verdicts', () => {
  it('shows the same as `taxiway judge --html` on the exported journal', async () => {
    const keys = await sandbox.sandbox.addProfile();
    await bookTwice(keys);
    const journal = await read(keys, 'journal.ndjson');
    const report = await judgedAs(journal.text);
    const page = await read(keys, 'verdicts.html?ended=true');
    expect(mainOf(page.text)).toBe(mainOf(renderHtml(present(report, conclude(report)))));
    expect(mainOf(page.text)).toContain('<svg');
    expect(page.text).toMatch(/<h1 class="failed">Broken: \d rules?</);
  });

  it('is a file whose name has the profile and the day of its clock', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const { status, headers } = await read(keys, 'verdicts.html');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const day = new Date(sandbox.clock.now()).toISOString().slice(0, 10);
    expect(headers['content-disposition']).toBe(`attachment; filename="taxiway-judge-${keys.profileCode}-${day}.html"`);
  });

  it('has no script, and escapes texts from clients and profile names', async () => {
    const keys = await makeProfile(sandbox.baseUrl, { name: HOSTILE });
    await bookTwice(keys, HOSTILE);
    await sandbox.post(`/v1/flights/order/0/${encodeURIComponent(HOSTILE)}`, { currency: HOSTILE }, { keys });
    const { text } = await read(keys, 'verdicts.html');
    expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(text).toMatch(/profile (&lt;|&#60;)\/title/);
    expect(text).not.toMatch(/<script|<img/i);
  });

  it('leaves an occasion open until the run has ended', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const client = transferClient(sandbox, { keys });
    await client.book(await client.priced(), {}, { scenario: 'pending-forever' });
    const open = '<span class="verdict">open</span> <code>transfer.booking.pending.read-outcome</code>';
    expect((await read(keys, 'verdicts.html')).text).toContain(open);
    expect((await read(keys, 'verdicts.html?ended=true')).text).not.toContain(open);
  });

  it('has the calls that name no profile, for the admin', async () => {
    await sendRaw(sandbox.baseUrl, { path: '/reservations/details?searchId=1', headers: {} });
    const { text } = await control(sandbox.baseUrl, 'GET', '/profiles/nobody/verdicts.html', { headers: ADMIN });
    expect(text).toContain('<p>calls that name no profile</p>');
    expect(text).toContain('<h1 class="passed">Warned: 1 rule with warnings</h1>');
    expectRefused(await control(sandbox.baseUrl, 'GET', '/profiles/nobody/verdicts.html'), [401, 'missing_api_token']);
  });
});

/** A client that books again after a 502, without a read, at a service that cannot tell. */
async function bookTwice(keys: KeyPair, text?: string): Promise<void> {
  const booking = bookRequest(await transferClient(sandbox, { keys }).priced());
  const body = { ...booking, ...(text !== undefined && { agencyRequestId: text }) };
  await sandbox.post('/book', body, { keys, scenario: '502-after-commit,resend-double-books' });
  await sandbox.post('/book', body, { keys });
}

/** Returns the report of `taxiway judge` on a recording. */
async function judgedAs(text: string): Promise<JudgeReport> {
  const [areas, spec] = await Promise.all([loadConduct(), loadSpec()]);
  const recording = await judgeRecording(Readable.from([Buffer.from(text)]), {
    ...{ spec, areas, origins: [], serviceIdHeader: 'X-Service-Id', profile: undefined },
  });
  const facts = { version: '', source: 'journal.ndjson', startedAt: '', durationMs: 0, only: [] };
  return buildReport(facts, recording, areas, loadRules(), loadAssumptions());
}

function read(keys: KeyPair, file: string): ReturnType<typeof control> {
  return control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/${file}`, { headers: headersOf(keys) });
}

function mainOf(page: string): string {
  // A journal file keeps the query that names a scenario.
  return page.slice(page.indexOf('<ul class="contents">')).replaceAll(/\?scenario=[^<]*/g, '');
}
