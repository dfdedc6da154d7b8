import type * as report from '../../report/report.ts';
import { item } from '../../report/report.ts';
import { GRADES, tilesOf } from '../present.ts';
import type { Change, Compared, ComparedSituation, Comparison } from './compare.ts';

/** Converts a comparison into a report. */
export function presentComparison(comparison: Comparison, taxiway: string): report.Report {
  const { older, newer, grade, situations, isRegression } = comparison;
  const from = grade.older === null ? 'none' : GRADES[grade.older];
  const to = grade.newer === null ? 'none' : GRADES[grade.newer];
  const failing = situations.filter(({ change }) => OUTCOMES[change].outcome === 'failed').length;
  return {
    name: 'taxiway exam --compare',
    taxiway,
    startedAt: newer.date,
    durationMs: 0,
    subject: [`older: ${describe(older)}`, `newer: ${describe(newer)}`],
    done: [`grade: ${from === to ? to : `${from} → ${to}`}`],
    notes: differencesOf(older, newer),
    verdicts: Object.entries(OUTCOMES).map(([name, { tone, mark }]) => ({ name, said: name, tone, mark })),
    conclusion: {
      outcome: isRegression ? 'failed' : 'passed',
      word: isRegression ? 'regression' : 'no regression',
      reason: '',
      also: isRegression && failing === 0 ? `the grade is lower: ${from} → ${to}` : '',
    },
    ...tilesOf(situations, presentSituation),
    mended: { title: 'Fixed', advice: '', lines: [] },
    json: comparison,
  };
}

function presentSituation({ name, title, change, older, newer, findings }: ComparedSituation): report.Item {
  return item({
    ...{ kind: 'situation', name, sentence: title, verdict: change, outcome: OUTCOMES[change].outcome },
    facts: [`older: ${older ?? 'not there'}, newer: ${newer ?? 'not there'}`],
    findings: findings.map(({ kind, message }) => ({
      ...{ level: 'fail', source: { kind, title: '' }, expected: null, found: message },
      ...{ pointer: null, assumption: null, rules: [], exchanges: [] },
    })),
  });
}

function describe({ client, date, digest }: Compared): string {
  return `${client.name} ${client.version}, ${date}, ${digest}`;
}

function differencesOf(older: Compared, newer: Compared): string[] {
  const facts: [name: string, from: string, to: string][] = [
    ['client', older.client.name, newer.client.name],
    ['taxiway', older.taxiway, newer.taxiway],
    ['interface document', older.interface, newer.interface],
    ['exam', String(older.exam), String(newer.exam)],
    ['--strict', String(older.strict), String(newer.strict)],
    ['--only', older.only?.join(',') ?? 'all', newer.only?.join(',') ?? 'all'],
  ];
  return facts.flatMap(([name, from, to]) => (from === to ? [] : [`${name}: ${from} → ${to}`]));
}

const OUTCOMES: Readonly<
  Record<Change, { outcome: report.Item['outcome']; tone: report.VerdictKind['tone']; mark: string }>
> = {
  'newly failing': { outcome: 'failed', tone: 'bad', mark: '✕' },
  'grade lowered': { outcome: 'failed', tone: 'bad', mark: '▽' },
  'no longer examined': { outcome: 'failed', tone: 'bad', mark: '–' },
  'failing in both': { outcome: 'known', tone: 'doubtful', mark: '◆' },
  'failing, not examined before': { outcome: 'known', tone: 'doubtful', mark: '△' },
  fixed: { outcome: 'passed', tone: 'good', mark: '▲' },
  'passed, not examined before': { outcome: 'passed', tone: 'good', mark: '●' },
  unchanged: { outcome: 'passed', tone: 'neutral', mark: '·' },
};
