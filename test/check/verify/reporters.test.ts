import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderAnnotations, renderMarkdown } from '../../../src/check/report/formats/github.ts';
import { renderHtml } from '../../../src/check/report/formats/html.ts';
import { renderJson } from '../../../src/check/report/formats/json.ts';
import { renderJunit } from '../../../src/check/report/formats/junit.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { publish } from '../../../src/check/report/publish.ts';
import type * as model from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import type { Conclusion } from '../../../src/check/verify/conclusion.ts';
import { conclude } from '../../../src/check/verify/conclusion.ts';
import { present as presentRun } from '../../../src/check/verify/present.ts';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { matchOf, present } from '../../support/present.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { credential, makeSampleReport, withoutErrors } from './reporters-samples.ts';

let report: VerifyReport;
let conclusion: Conclusion;
beforeAll(async () => {
  report = await makeSampleReport();
  conclusion = conclude(report);
});

const options = { paint: colourless, quiet: false };
const shown = (one: VerifyReport = report, of: Conclusion = conclude(one)) =>
  presentRun(one, of, 'http://target.example');
const reporters: [name: string, render: (report: model.Report) => string][] = [
  ['console', (one) => renderText(one, options)],
  ['JSON', renderJson],
  ['JUnit', renderJunit],
  ['HTML', renderHtml],
  ['GitHub annotations', renderAnnotations],
  ['GitHub summary', renderMarkdown],
];

describe('every reporter', () => {
  it.each(reporters)('%s names the rules that failed', (_, render) => {
    const text = render(shown());
    for (const id of ['flight-search.endpoint', 'flight-search.no-parameters']) expect(text).toContain(id);
  });

  it.each(reporters)('%s shows no secret, even if the target returns it', (_, render) => {
    expect(
      report.contracts.some(({ findings }) =>
        findings.some(({ exchange }) => exchange?.response.body?.includes('Bearer sk_…tell')),
      ),
    ).toBe(true);
    expect(render(shown())).not.toContain(credential.secretKey);
  });

  it.each(reporters.filter(([name]) => name !== 'JSON'))(
    '%s has no control characters, nor signs that turn the direction of writing',
    (_, render) => {
      expect(render(shown())).not.toMatch(/[^\P{C}\n]/u);
    },
  );

  it.each(reporters)('%s writes the same text each time', (_, render) => {
    expect(render(shown())).toBe(render(shown()));
  });
});

describe('the console', () => {
  it('shows a failure with its rule, sentence, expectation, finding, call, curl line and repeat command', () => {
    const text = renderText(shown(withoutErrors(report)), options);
    const block = text.split('\n\n').find((one) => one.startsWith('FAIL flight-search.no-parameters'));
    expect(block).toContain('FAIL flight-search.no-parameters  § 4.1\n');
    expect(block).toContain(
      present(
        report.rules.find(({ id }) => id === 'flight-search.no-parameters'),
        'rule',
      ).sentence,
    );
    expect(block).toContain('contract  a value at a pointer\n  expected  a code in letters\n  found     <script>');
    expect(block).toMatch(/\n {2}found {5}<script>.* at \/details\/0\/message\n/);
    expect(block).toMatch(/POST http:\S+\/v1\/flights\/search → 400\n {4}sent {6}\{"slices".*\n {4}received {2}/);
    expect(block).toContain('\n    received  /details/0: {"message":"<script>');
    expect(block).toMatch(/curl -sS -X 'POST' [^]*-H "Authorization: Bearer \$TAXIWAY_SECRET"/);
    expect(block).toContain('again     taxiway verify http://target.example --only flight-search.no-parameters');
  });

  it('shows a failed rule in at most 30 lines, regardless of its findings', () => {
    const [first] = report.contracts;
    const often: VerifyReport = {
      ...report,
      contracts: [{ ...first, findings: Array.from({ length: 500 }, () => first.findings[0]) }],
    };
    const block = renderText(shown(often), options).split('\n\n')[1];
    expect(block).toContain('and 496 more');
    expect(block.split('\n').length).toBeLessThanOrEqual(30);
  });

  it('shows twenty failures in detail, and the rest in two lines each', () => {
    const many = manyFailures(100);
    const text = renderText(shown(many), options);
    expect(text.match(/^ {2}again {5}/gm)).toHaveLength(20);
    expect(text).toMatch(
      /\n80 more failures, in short; --html and --json have the details\nFAIL a\.rule-20 {2}§ 1\n {2}expected the call/,
    );
    expect(text.split('\n').length).toBeLessThan(20 * 30 + 80 * 2 + 60);
  });

  it('groups warnings by assumption and unexercised rules by reason, and counts by section', () => {
    const text = renderText(shown(), options);
    expect(text).toMatch(
      /\nWARN assumption errors\.codes: .*\n {2}expected a known code, found <script>.*\(searchFlights \/code\)\n/,
    );
    expect(text).toMatch(/\nNot exercised: 1 rule\n {2}needs an offer: .*\n {4}offer\.fields\.offer-id\n/);
    expect(text).toMatch(/\n§ 4\.1 Flight search +\S+ /);
    expect(text).toMatch(/\nall +1 +2 +1 +1 +1 +\d+\n/);
  });

  it('reports an error of the harness as such in its last lines, without a stack', () => {
    const text = renderText(shown(), options);
    expect(text).toMatch(
      /a fault of the harness: the harness failed: TypeError: Cannot read .* \(at .*\)\n {2}This is a fault/,
    );
    expect(text).toMatch(/\(at .*\)\n {2}This is a fault of the harness: please report it/);
    expect(text).not.toMatch(/\n\s+at /);
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/^ERROR: 1 contract ended in an error, and 2 failures$/),
      expect.stringMatching(
        /^10 rules: 1 passed, 2 failed, 1 with warnings, 1 in error, 1 not exercised, .*; 10 contracts, 5 checks, /,
      ),
    ]);
  });

  it('shows only failures and the verdict with --quiet', () => {
    const text = renderText(shown(), { ...options, quiet: true });
    expect(text).toContain('FAIL flight-search.endpoint');
    expect(text).not.toMatch(/WARN|Not exercised: |§ 4\.1 Flight search/);
  });

  it('shows failures in red, and unknown verdicts without colour', () => {
    const painted = renderText(shown(), { ...options, paint: (format, text) => `<${format}>${text}</>` });
    expect(painted).toContain('<red>FAIL</> <bold>flight-search.endpoint</>');
  });

  it('shortens the titles of its table in a narrow terminal', () => {
    const text = renderText(shown(), { ...options, columns: 72 });
    const table = present(text.split('\n\n').find((block) => block.startsWith('rules ')));
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(72);
    expect(table).toMatch(/\n§ \S+ [^\n]+… /);
  });
});

describe('the JSON report', () => {
  const schema = JSON.parse(readFileSync('src/check/verify/report.schema.json', 'utf8')) as object;
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  const fits = ajv.compile(schema);

  it('fits its schema, regardless of the verdicts', () => {
    for (const one of [report, withoutErrors(report), { ...report, contracts: [], rules: [] }]) {
      const written = JSON.parse(
        renderJson(
          shown(
            { ...one, startedAt: '2027-01-10T12:00:00.000Z' },
            conclude(one, { strict: true, baseline: [{ rule: 'a.b', contract: 'a rule that holds' }] }),
          ),
        ),
      ) as object;
      expect([fits(written), fits.errors]).toEqual([true, null]);
    }
  });

  it('does not fit its schema with an additional or a missing field', () => {
    const written = JSON.parse(renderJson(shown())) as Record<string, unknown>;
    expect(fits({ ...written, startedAt: '2027-01-10T12:00:00.000Z', more: 1 })).toBe(false);
    expect(fits({ ...written, startedAt: '2027-01-10T12:00:00.000Z', checks: undefined })).toBe(false);
  });

  it('contains the text of a response once', () => {
    const { contracts } = JSON.parse(renderJson(shown())) as VerifyReport;
    expect(contracts[0].findings[0].exchange).toMatchObject({ response: { body: expect.stringMatching(/^\{/) } });
    expect(contracts[0].findings[0].exchange).not.toHaveProperty('value');
  });
});

describe('the JUnit report', () => {
  it('has a case for each rule, with the verdict of the rule', () => {
    const cases = casesOf(renderJunit(shown()));
    expect(cases).toMatchObject({
      'flight-search.endpoint': { classname: '§ 4.1 Flight search', said: ['failure', 'failure'] },
      'flight-search.slices.count': { said: ['system-out'] },
      'offer.fields.offer-id': { said: ['skipped'] },
      'offer.fields.total-amount': { said: ['skipped'] },
      'auth.missing-credentials.401': { said: ['error'] },
      'auth.required': { said: [] },
      'errors.codes': { classname: 'assumptions', said: ['system-out'] },
    });
    expect(cases).not.toHaveProperty('a fault of the harness');
  });

  it('counts its cases', () => {
    const xml = renderJunit(shown());
    expect(xml).toContain('<testsuites name="taxiway verify: checked 4 of 10 rules"');
    const [, tests, failures, errors, skipped] = matchOf(
      /<testsuites name="[^"]+" tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/,
      xml,
    ).map(Number);
    expect(tests).toBe([...xml.matchAll(/<testcase /g)].length);
    expect([failures, errors]).toEqual([2, 1]);
    expect(skipped).toBe([...xml.matchAll(/<skipped /g)].length);
  });

  it('fails for an assumption with --strict, and skips failures of the baseline', () => {
    expect(casesOf(renderJunit(shown(report, conclude(report, { strict: true }))))['errors.codes'].said).toEqual([
      'failure',
      'failure',
    ]);
    const known = conclude(report, { baseline: conclusion.failures });
    expect(casesOf(renderJunit(shown(report, known)))['flight-search.endpoint'].said).toEqual([
      'skipped',
      'system-out',
    ]);
  });

  it('is well-formed XML, regardless of the data from the target', () => {
    const xml = renderJunit(shown());
    expect(xml).not.toMatch(/<script|\]\]>|&(?!#\d+;)/);
    expect(xml.replace(/<\?xml.*\?>/, '').replace(/<[\w-]+( [\w]+="[^"<]*")*\/>/g, '')).toSatisfy(isBalanced);
  });

  it('has an error if nothing was checked', () => {
    const empty: VerifyReport = { ...report, contracts: [], rules: [], assumptions: [], checks: 0 };
    expect(casesOf(renderJunit(shown(empty)))).toMatchObject({ 'the run': { said: ['error'] } });
  });
});

describe('the HTML report', () => {
  it('loads no other file, and has no script', () => {
    const page = renderHtml(shown());
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<(?:script|img|link|iframe|object|embed)\b|\son\w+=|url\(|@import/i);
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  });

  it('has every rule with its sentence, findings and a curl line, and closes each element', () => {
    const page = renderHtml(shown());
    for (const { id } of report.rules) expect(page).toContain(`id="${id}"`);
    expect(page).toMatch(/<dt>expected<\/dt><dd>a code in letters<\/dd>/);
    expect(page).toContain('&#34;Authorization: Bearer $TAXIWAY_SECRET&#34;');
    const body = page.slice(page.indexOf('<body>')).replace(/<(?:input|meta)\b[^>]*>/g, '');
    expect(body.replace('</html>', '')).toSatisfy(isBalanced);
  });

  it('lets a reader choose a verdict without a script', () => {
    expect(renderHtml(shown())).toMatch(/body:has\(#show-fail:checked\) \.rule:not\(\.fail\).*display: none/);
  });
});

describe('the annotations for GitHub', () => {
  it('have one line each, even if a text from the target contains line breaks', () => {
    const lines = renderAnnotations(shown()).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^::error title=[^:,\n]+::.+$/);
    expect(lines[1]).toMatch(/^::error title=flight-search\.no-parameters \(§ 4\.1\)::.* ::error title=x::y %250A /);
  });

  it('are at most ten, and the last one counts the rest', () => {
    const many = manyFailures(25);
    const lines = renderAnnotations(shown(many)).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe('::error title=taxiway verify::16 more failures: see the log of this step');
  });

  it('are empty if all passed, and have one entry if nothing was checked', () => {
    const passed = ({ verdict }: { verdict: string }) => verdict === 'pass';
    const fine: VerifyReport = {
      ...report,
      ...{ contracts: report.contracts.filter(passed), rules: report.rules.filter(passed), assumptions: [] },
    };
    expect(renderAnnotations(shown(fine))).toBe('');
    const empty: VerifyReport = { ...report, contracts: [], rules: [], assumptions: [], checks: 0 };
    expect(renderAnnotations(shown(empty))).toBe('::error title=taxiway verify::nothing was checked\n');
  });

  it('come with a summary that escapes HTML and Markdown from the target', () => {
    const file = join(temporaryFolder(), 'summary.md');
    const out = { paint: colourless, stream: process.stdout, columns: undefined, print() {}, printReport() {} };
    const codes = [1, 2].map(() => publish(shown(), { quiet: true, github: true, stepSummary: file }, out));
    expect(codes).toEqual([2, 2]);
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(renderMarkdown(shown()).repeat(2));
    expect(text).not.toMatch(/<script|`code`/);
    for (const row of text.split('\n').filter((line) => line.startsWith('| `')))
      expect(row.match(/ \| /g)).toHaveLength(3);
  });
});

/** The report of a run in which so many rules failed. */
function manyFailures(number: number): VerifyReport {
  const [contract] = report.contracts;
  const ids = Array.from({ length: number }, (_, i) => `a.rule-${i}`);
  return {
    ...report,
    contracts: ids.map((id) => ({ ...contract, findings: [{ ...contract.findings[0], rules: [id] }] })),
    rules: ids.map((id) => ({ ...report.rules[0], id, sections: ['1'], verdict: 'fail', contracts: [] })),
    assumptions: [],
  };
}

/** Name → class name and the elements inside, of a JUnit report of ours. */
function casesOf(xml: string): Record<string, { classname: string; said: string[] }> {
  return Object.fromEntries(
    [...xml.matchAll(/<testcase name="([^"]*)" classname="([^"]*)" time="[\d.]+"(?:\/>|>([^]*?)<\/testcase>)/g)].map(
      ([, name, classname, inside = '']) => [
        name,
        {
          classname: classname,
          said: [...inside.matchAll(/<(failure|error|skipped|system-out)\b/g)].map((match) => match[1]),
        },
      ],
    ),
  );
}

/** Each element that begins ends, in the right order. */
function isBalanced(markup: string): boolean {
  const open: string[] = [];
  for (const [, end, name] of markup.matchAll(/<(\/?)([a-z][\w-]*)\b[^>]*>/g)) {
    if (!end) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
