import { cell, code, table } from '../../base/markdown.ts';
import { situations } from './situations.ts';

/** Renders the situations as a table, for docs/exam.md. */
export function renderSituations(): string {
  return table(
    ['Situation', 'What happens', 'Armed', 'There must be', 'The client may believe'],
    situations.map(({ name, title, armed, truth, beliefs }) => [
      code(name),
      cell(title),
      armed === '' ? '' : code(armed),
      { one: 'exactly one', none: 'none', either: 'at most one' }[truth],
      beliefs.join(', '),
    ]),
  );
}
