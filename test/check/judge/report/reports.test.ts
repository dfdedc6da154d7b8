import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { conclude } from '../../../../src/check/judge/conclusion.ts';
import { present } from '../../../../src/check/judge/present.ts';
import type { JudgeReport } from '../../../../src/check/judge/report.ts';
import { pageOf } from '../../../../src/check/judge/rule-page.ts';
import { renderAnnotations, renderMarkdown } from '../../../../src/check/report/formats/github.ts';
import { renderHtml } from '../../../../src/check/report/formats/html.ts';
import { renderJson } from '../../../../src/check/report/formats/json.ts';
import { renderJunit } from '../../../../src/check/report/formats/junit.ts';
import { renderText } from '../../../../src/check/report/formats/text.ts';
import type * as model from '../../../../src/check/report/report.ts';
import { exitCodeOf } from '../../../../src/check/report/report.ts';
import { colourless } from '../../../../src/check/report/terminal.ts';
import { book, harOf, reportOn, RULE, SERVICE } from '../support/recordings.ts';

const HOSTILE =
  '\u0000\u001b[31m\u202e<script>alert(1)</script>"\'&\r\n::error title=x::y %0A | `code` ]]> __proto__ \uD800';
const hostile = book({
  url: `${SERVICE}/book?x=${encodeURIComponent(HOSTILE.toWellFormed())}&y=<script>`,
  headers: ['X-Service-Id', 'pk_<b>:dp_<b>\u001b[31m'],
  sent: JSON.parse(`{"pricingToken":${JSON.stringify(HOSTILE)},"__proto__":{"a":1}}`) as unknown,
});
const broken = await reportOn(harOf([hostile, hostile]));
const kept = await reportOn(harOf([book()]));
const nothing = await reportOn(harOf([{ url: 'https://other.example.com/' }]));
const warned: JudgeReport = {
  ...broken,
  rules: broken.rules.map((rule) => ({
    ...rule,
    ...(rule.verdict === 'broken' && { verdict: 'warn' as const, broken: 0, warned: rule.broken }),
    findings: rule.findings.map((finding) => ({ ...finding, level: 'warn', assumption: 'a.b' })),
  })),
  advice: [
    {
      id: 'polling.too-fast',
      check: 'waits',
      count: 2,
      right: 'Wait.',
      findings: broken.rules.flatMap((rule) => rule.findings),
    },
  ],
  assumptions: [{ id: 'a.b', value: 'assumed' }],
};
const failure = { rule: RULE, check: 'a pending booking is not sent again' };

const reporters: [name: string, render: (report: model.Report) => string][] = [
  ['console', (report) => renderText(report, { paint: colourless, quiet: false })],
  ['JSON', renderJson],
  ['JUnit', renderJunit],
  ['HTML', renderHtml],
  ['GitHub annotations', renderAnnotations],
  ['GitHub summary', renderMarkdown],
];

describe('every report', () => {
  it.each(reporters)('%s names the rule that is broken', (_, render) => {
    expect(render(present(broken, conclude(broken)))).toContain(RULE);
  });

  it.each(reporters.filter(([name]) => name !== 'JSON'))('%s quotes what a recording says', (name, render) => {
    const text = render(present(broken, conclude(broken)));
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    if (name !== 'console') expect(text).not.toMatch(/<script|\]\]>/);
    expect(text.split('\n').filter((line) => line.startsWith('::error title=x'))).toEqual([]);
  });

  it.each(reporters)('%s says why a recording has no calls to the service', (_, render) => {
    const text = render(present(nothing, conclude(nothing))).replaceAll(/&#(\d+);/g, (__, sign) =>
      String.fromCharCode(sign),
    );
    expect(text).toContain('none of its 1 call went to the service');
  });
});

describe('the conclusion', () => {
  it('mentions warnings if every rule is kept', () => {
    const conclusion = conclude(warned);
    expect(conclusion).toMatchObject({ verdict: 'warned', failures: [] });
    const shown = present(warned, conclusion);
    expect(exitCodeOf(shown)).toBe(0);
    for (const quiet of [true, false])
      expect(renderText(shown, { paint: colourless, quiet })).toContain('WARNED: 1 rule with warnings\n');
  });

  it('is broken for a new failure, and kept if the baseline lists it', () => {
    expect(conclude(broken)).toMatchObject({ verdict: 'broken', failures: [failure], known: [] });
    expect(conclude(broken, { baseline: [failure] })).toMatchObject({
      verdict: 'kept',
      failures: [],
      known: [failure],
    });
  });

  it('lists baseline rules that are kept now, but not those that are not met', () => {
    const other = { rule: 'transfer.call-order', check: 'another' };
    expect(conclude(kept, { baseline: [failure, other] })).toMatchObject({ verdict: 'kept', mended: [failure] });
  });

  it('fails for a warning with --strict only', () => {
    expect(conclude(warned)).toMatchObject({ verdict: 'warned', failures: [] });
    expect(conclude(warned, { strict: true })).toMatchObject({
      verdict: 'broken',
      failures: [{ assumption: 'a.b', check: failure.check }],
    });
  });

  it('is an error if nothing was decided', async () => {
    const undecided = await reportOn(harOf([book({ received: { status: 'completed' } })]), { areas: [] });
    expect(conclude(undecided)).toMatchObject({
      verdict: 'error',
      reason: expect.stringMatching(/^nothing was decided in 1 exchange of 1 profile.*from its search on$/),
    });
  });

  it('names origins that may be the service', async () => {
    const report = await reportOn(harOf([{ method: 'POST', url: `${SERVICE}/v1/flights/search`, headers: [] }]));
    expect(conclude(report).reason).toContain(`if ${SERVICE} is the service, pass it with --origin`);
  });
});

describe('the JSON report', () => {
  const schema = JSON.parse(readFileSync('src/check/judge/judge-report.schema.json', 'utf8')) as object;
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const fits = ajv.compile(schema);

  it('fits its schema, regardless of the verdicts', () => {
    for (const report of [broken, kept, nothing, warned])
      for (const strict of [true, false]) {
        const baseline = [failure, { assumption: 'c.d', check: 'one that holds' }];
        const written: unknown = JSON.parse(renderJson(present(report, conclude(report, { strict, baseline }))));
        expect([fits(written), fits.errors]).toEqual([true, null]);
      }
  });

  it('does not fit its schema with an additional or a missing field', () => {
    const written = JSON.parse(renderJson(present(broken, conclude(broken)))) as object;
    expect(fits({ ...written, more: 1 })).toBe(false);
    expect(fits({ ...written, decided: undefined })).toBe(false);
  });
});

describe('the console', () => {
  const show = (report: JudgeReport, quiet = false) =>
    renderText(present(report, conclude(report)), { paint: colourless, quiet });

  it('shows a broken rule with its sentence, section, exchanges, remedy and page', () => {
    const block = show(broken).split('\n\n')[0] ?? '';
    expect(block).toMatch(/^BROKEN transfer\.booking\.pending\.no-resend {2}§ 3\n {2}After pending the caller/);
    expect(block).toMatch(/\n {2}expected {2}.+\n {2}found {5}.+ at \/pricingToken\n/);
    expect(block).toMatch(/\n {2}POST \/book\?x=.* → 200 {2}entry 1, 2027-01-10T12:00:00\.000Z\n {4}sent {6}\{/);
    expect(block).toMatch(/\n {2}instead {3}Keep the searchId, .*\n {2}see {7}taxiway rules transfer\.booking/);
  });

  it('shows a rule without an occasion as such, and names the scenario that causes one', async () => {
    const text = show(await reportOn(harOf([{ method: 'POST', url: `${SERVICE}/search` }])));
    expect(text).toMatch(
      /Without occasion \(no pass\): \d+ rules?\n(?: {2}.*\n)* {2}scenario .*pending.*\n {4}transfer\.booking/,
    );
    expect(text).toMatch(/\nERROR: nothing was decided .*\n\d+ rules: .*\d+ without occasion/);
  });

  it('counts every verdict, and the calls', () => {
    expect(show(kept, true)).toMatch(
      /^KEPT\n\d+ rules: 1 kept, \d+ without occasion.*; 1 exchange of https:\/\/api\.example\.com, 1 profile, /,
    );
  });

  it('shows warnings and advice separately, and neither with --quiet', () => {
    expect(show(warned)).toMatch(
      /WARN transfer\.booking[^]*\(assumption a\.b\)[^]*\nADVICE polling\.too-fast: waits, 2 times\n/,
    );
    expect(show(warned, true)).not.toMatch(/^WARN |ADVICE/m);
  });
});

describe('the JUnit report', () => {
  it('fails for a broken rule, and skips rules that the baseline lists or no call met', () => {
    const caseOf = (xml: string) => new RegExp(`<testcase name="${RULE}"[^>]*>\\s*<(\\w+)`).exec(xml)?.[1];
    expect(caseOf(renderJunit(present(broken, conclude(broken))))).toBe('failure');
    expect(caseOf(renderJunit(present(broken, conclude(broken, { baseline: [failure] }))))).toBe('skipped');
    expect(renderJunit(present(kept, conclude(kept)))).toMatch(
      /<testsuites name="taxiway judge" tests="\d+" failures="0" errors="0"/,
    );
    expect(renderJunit(present(kept, conclude(kept)))).toMatch(/<skipped message="not met/);
  });
});

it('the HTML report loads nothing, has no script and closes what it opens', () => {
  for (const report of [broken, kept, warned, nothing]) {
    const page = renderHtml(present(report, conclude(report)));
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<(?:script|img|link|iframe|object|embed)\b|\son\w+=|url\(|@import/i);
    for (const tag of ['details', 'section', 'div', 'dl', 'p', 'summary', 'pre'])
      expect(page.split(`</${tag}>`).length).toBe(page.split(new RegExp(`<${tag}[ >]`)).length);
  }
});

it('a rule has its page, with the anchor that GitHub gives its heading', () => {
  expect(pageOf('transfer.502.read-first')).toMatch(/^https:\/\/.*\/docs\/judge-rules\.md#transfer502read-first$/);
});

it('a recording without an end gets no verdict, and every report says so', () => {
  const report: JudgeReport = { ...kept, recording: { ...kept.recording, breaksOff: 'in the middle of entry 9' } };
  const shown = present(report, conclude(report));
  expect(exitCodeOf(shown)).toBe(2);
  for (const text of [
    renderText(shown, { paint: colourless, quiet: true }),
    renderHtml(shown),
    renderJson(shown),
    renderJunit(shown),
    renderMarkdown(shown),
  ])
    expect(text).toContain('in the middle of entry 9');
});
