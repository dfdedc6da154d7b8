import { documentSections } from '../../../interface/rules/sections.ts';
import type { Paint } from '../../report/paint.ts';
import { cut } from '../../report/text.ts';
import type { Verdict } from '../verdict.ts';
import { countVerdicts } from '../verdict.ts';
import type { RuleReport } from './report.ts';

/**
 * How many rules of each section have each verdict, as a table. A rule is listed under its first section. Titles are
 * cut where the table is wider than the terminal.
 */
export function renderSections(rules: readonly RuleReport[], paint: Paint, columns = Infinity): string {
  const shown = COLUMNS.filter((verdict) => rules.some((rule) => rule.verdict === verdict));
  const rows = sectionsOf(rules);
  const numbers = shown.reduce((sum, verdict) => sum + 2 + widthOf(verdict), 0);
  const widest = Math.min(
    Math.max(4, ...rows.map(({ title }) => title.length)),
    Math.max(NARROWEST, columns - numbers),
  );
  const head = ['rules'.padEnd(widest), ...shown.map((verdict) => verdict.padStart(widthOf(verdict)))].join('  ');
  return [
    paint('dim', head),
    ...rows.map(({ title, counts }) =>
      [cut(title, widest).padEnd(widest), ...shown.map((verdict) => colour(verdict, counts[verdict], paint))]
        .join('  ')
        .trimEnd(),
    ),
  ].join('\n');
}

/** Each section of the document that has rules here, in its order, and all of them together. */
export function sectionsOf(rules: readonly RuleReport[]): { title: string; counts: Record<Verdict, number> }[] {
  const sections = [...documentSections].map(([section, title]) => ({
    title: section === 'preamble' ? title : `§ ${section} ${title}`,
    own: rules.filter((rule) => rule.sections[0] === section),
  }));
  return [...sections.filter(({ own }) => own.length > 0), { title: 'all', own: rules }].map(({ title, own }) => ({
    title,
    counts: countVerdicts(own),
  }));
}

function colour(verdict: Verdict, number: number, paint: Paint): string {
  const text = (number === 0 ? '·' : String(number)).padStart(widthOf(verdict));
  const format = number === 0 ? 'dim' : COLOURS[verdict];
  return format ? paint(format, text) : text;
}

function widthOf(verdict: Verdict): number {
  return Math.max(4, verdict.length);
}

const NARROWEST = 12;
const COLUMNS: readonly Verdict[] = ['pass', 'fail', 'warn', 'error', 'partly', 'not exercised', 'not applicable'];
const COLOURS: Partial<Record<Verdict, 'red' | 'green' | 'yellow'>> = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  warn: 'yellow',
  partly: 'yellow',
  'not exercised': 'yellow',
};
