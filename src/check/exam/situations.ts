import { cell, code, table } from '../../base/markdown.ts';
import type { Situation } from './situation.ts';
import { flightSituations } from './situations-by-task/flights.ts';
import { transferBookingSituations } from './situations-by-task/transfer-booking.ts';
import { transferChangeSituations } from './situations-by-task/transfer-change.ts';

/** The catalogue of the exam, in the order in which it is run. */
export const situations: readonly Situation[] = [
  ...transferBookingSituations,
  ...transferChangeSituations,
  ...flightSituations,
];

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
