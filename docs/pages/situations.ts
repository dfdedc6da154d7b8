import { code, table } from '../../src/base/markdown.ts';
import type { Situation } from '../../src/check/exam/situation.ts';
import { cell, madeFrom, page } from '../markdown.ts';

/** docs/registers/situations.md: the situations in one table, in running order. */
export function renderSituations(situations: readonly Situation[]): string {
  return page(
    '# Situations',
    madeFrom('src/check/exam/situations-by-task'),
    `${situations.length} situations of [the exam](../exam.md), in running order. *Armed* has the ` +
      '[scenarios](../scenarios.md) of a situation. The last two columns say how many bookings there must be at its ' +
      'end, and which statements of the client pass.',
    table(
      ['Situation', 'Event', 'Armed', 'There must be', 'The client may believe'],
      situations.map(({ name, title, armed, truth, beliefs }) => [
        code(name),
        cell(title),
        armed === '' ? '' : code(armed),
        { one: 'exactly one', none: 'none', either: 'at most one' }[truth],
        beliefs.join(', '),
      ]),
    ),
  );
}
