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
