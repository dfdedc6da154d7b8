import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ClientResult, ExamFinding } from '../../../src/check/exam/findings.ts';
import { findMisbelief } from '../../../src/check/exam/findings.ts';
import { present } from '../../../src/check/exam/present.ts';
import { PERSON } from '../../../src/check/exam/protocol.ts';
import { buildExamReport } from '../../../src/check/exam/report.ts';
import type { SituationResult } from '../../../src/check/exam/result.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import type { Finding } from '../../../src/check/judge/finding.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { renderAnnotations } from '../../../src/check/report/formats/github.ts';
import { renderHtml } from '../../../src/check/report/formats/html.ts';
import { renderJson } from '../../../src/check/report/formats/json.ts';
import { renderJunit } from '../../../src/check/report/formats/junit.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';

const HOSTILE =
  '\u0000\u001b[31m\u202e<script>alert(1)</script>"\'&\r\n::error title=x::y ]]> sk_sandbox_0123456789abcdef';
const RULE = 'transfer.502.read-before-rebooking';
const conduct: Finding = {
  ...{ level: 'broken', check: 'a lost booking is read', rules: [RULE], assumption: null, advice: null },
  ...{ expected: 'a read', actual: HOSTILE, right: 'Read it.', pointer: null },
  exchanges: [
    {
      ...{ id: 'req_1', at: '2027-01-10T12:00:00.000Z', operation: 'bookTransfer', method: 'POST', path: '/book' },
      ...{ status: null, request: HOSTILE, response: null },
    },
  ],
};
const areas = await loadConduct();
const report = buildExamReport({
  version: '0.0.0',
  exam: 1,
  command: ['node', HOSTILE],
  startedAt: '2027-01-10T12:00:00.000Z',
  ledBy: 'program',
  seed: 'exam',
  durationMs: 1234.5,
  strict: false,
  situations: situations.slice(0, 5),
  results: [
    resultOf('book-transfer.plain', []),
    resultOf('book-transfer.pending', [{ kind: 'conduct', message: HOSTILE, rules: [RULE], conduct }]),
    resultOf('book-transfer.pending-four-reads', [{ kind: 'crash', message: 'exit code 1', rules: [], conduct: null }]),
    {
      ...resultOf('book-transfer.pending-then-failed', [
        { kind: 'truth', message: 'two', rules: [RULE], conduct: null },
      ]),
      warnings: [{ ...conduct, level: 'warn', assumption: 'conduct.same-trip' }],
    },
  ],
  expected: [
    { situation: 'book-transfer.pending-then-failed', rule: RULE },
    { situation: 'book-transfer.plain', rule: null },
  ],
  rules: loadRules(),
  areas,
});

const shown = present(report);

describe('reports of the exam', () => {
  it('JSON reports fit their schema, and the schema has no other fields', () => {
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const schema = new URL('../../../src/check/exam/exam-report.schema.json', import.meta.url);
    const check = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
    check(JSON.parse(renderJson(shown)));
    expect(check.errors).toBeNull();
  });

  it.each([
    ['console', renderText(shown, { paint: colourless, quiet: false })],
    ['HTML', renderHtml(shown)],
    ['JUnit', renderJunit(shown)],
    ['GitHub', renderAnnotations(shown)],
  ])('%s reports quote what a client writes', (name, text) => {
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).not.toContain('sk_sandbox_0123456789abcdef');
    if (name !== 'console' && name !== 'GitHub') expect(text).not.toMatch(/<script/);
    if (name !== 'HTML' && name !== 'JUnit') expect(text).not.toMatch(/^::error title=x/m);
  });

  it('HTML reports have the verdict, a tile for each situation, the sentence of the document, and the remedy', () => {
    const page = renderHtml(shown);
    expect(page).toContain('<h1 class="failed">Failed: 2 situations and 1 known, and 1 expected failure passed</h1>');
    expect(page.match(/<li class="tile [a-z-]+" title=/g)).toHaveLength(5);
    expect(page).toContain('<a href="#book-transfer.pending">pending</a>');
    expect(page).toContain(report.rules[0]?.sentence);
    expect(page).toContain('<h2>Passes now: 1 known failure (remove these entries)</h2>');
    expect(page).toContain('Instead: End with the exit code');
    expect(page).toContain('<div class="finding warn">');
    expect(page).not.toMatch(/<(?:script|img|link|iframe)\b|src=/);
  });
});

describe('a failed situation', () => {
  const refused = {
    ...{ method: 'POST', path: '/v1/flights/order/0/off_1', outcome: { kind: 'refused', text: '400 identity' } },
    response: {
      body: JSON.stringify({
        ...{ code: 'identity', message: ['the passport expired'] },
        details: [{ path: '/passengers/0/documents/0/expiresOn', message: 'the passport expired' }],
      }),
    },
  };
  const missing: ExamFinding = { kind: 'missing', message: '0 orders where 1 could be made', rules: [], conduct: null };
  const shownWith = (result: Partial<SituationResult>, command = ['node', 'my client.js'], task = 'book-transfer') => {
    const situation = situations.find((one) => one.task === task);
    const { name = '' } = situation ?? {};
    const built = buildExamReport({
      ...{ version: '0', command, ledBy: 'program' as const, seed: null, startedAt: report.startedAt },
      ...{ durationMs: 1, strict: false, expected: [] },
      ...{ situations: situations.filter((one) => one === situation), rules: loadRules(), areas },
      results: [{ ...resultOf(name, [missing]), ...result }],
    });
    return renderText(present(built), { paint: colourless, quiet: true });
  };

  it('has the last refusal of the service, with its code, message and field', () => {
    const journal = [refused, { ...refused, outcome: { kind: 'ok', text: '200' } }] as unknown as Exchange[];
    expect(shownWith({ journal, findings: [{ ...missing, kind: 'idle' }] })).toContain('  refused   POST');
    expect(shownWith({ journal })).toContain(
      '  refused   POST /v1/flights/order/0/off_1 → 400 identity: the passport expired ' +
        '(/passengers/0/documents/0/expiresOn)\n',
    );
  });

  it('has a command line that runs it again', () => {
    expect(shownWith({})).toContain("again     taxiway exam --only book-transfer.plain -- node 'my client.js'\n");
    expect(shownWith({}, [...PERSON])).toContain('again     taxiway exam --only book-transfer.plain --interactive\n');
    expect(shownWith({}, ['./a'], 'cancel-transfer')).toMatch(/--only cancel-\S+ --tasks cancel-transfer -- \.\/a\n/);
  });

  it('has the advice of the check that found it, and of no other check', () => {
    const text = shownWith({ findings: [{ kind: 'conduct', message: '', rules: [RULE], conduct }] });
    expect(text.match(/^ {2}instead .*$/gm)).toEqual(['  instead   Read it.']);
  });

  it('reports that a replaced reservation was replaced', () => {
    const truth = { ...resultOf('', []).truth, made: ['r_2'], alive: ['r_2'], ended: ['r_1'], names: ['r_2'] };
    const says = (id: string) => {
      const statement = { belief: 'booked', outcome: null, ids: [id] };
      const [situation] = situations;
      if (!situation) throw new Error('no situation');
      return findMisbelief(situation, [{ statement }] as unknown as ClientResult[], truth, 0)[0]?.message;
    };
    expect([says('r_1'), says('r_3'), says('r_2')]).toEqual([
      'The client names r_1, which was replaced or cancelled.',
      'The client names r_3, which does not exist.',
      undefined,
    ]);
  });
});

function resultOf(situation: string, findings: SituationResult['findings']): SituationResult {
  return {
    ...{ situation, verdict: findings.length === 0 ? 'passed' : 'failed', findings, warnings: [], calls: 1 },
    slowness: null,
    ...{ runs: 1, failures: findings.length === 0 ? 0 : 1 },
    truth: { made: [], alive: [], strays: [], ended: [], pending: 0, names: [], contents: [] },
    stated: [],
    advice: [],
    clients: [
      {
        ...{ exitCode: 1, how: 'exited', reason: '', stdout: '', stderr: HOSTILE, wroteSecret: false },
        ...{ durationMs: 1, leftBehind: [HOSTILE] },
      },
    ],
    journal: [],
    verdicts: {
      ...{ exchanges: 0, decided: 0, rules: [], advice: [] },
      summary: { broken: 0, warn: 0, open: 0, kept: 0, undecided: 0, 'not met': 0, unobservable: 0 },
    },
    durationMs: 1.5,
  };
}
