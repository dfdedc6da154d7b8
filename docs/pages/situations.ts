import { code, table } from '../../src/base/markdown.ts';
import { situations } from '../../src/check/exam/situations.ts';
import { cell } from '../markdown.ts';

/** Renders the situations as a table, for docs/exam.md. */
export function renderSituations(): string {
  return table(
    ['Situation', 'Event', 'Armed', 'There must be', 'The client may believe'],
    situations.map(({ name, title, armed, truth, beliefs }) => [
      code(name),
      cell(title),
      armed === '' ? '' : code(armed),
      { one: 'exactly one', none: 'none', either: 'at most one' }[truth],
      beliefs.join(', '),
    ]),
  );
}
