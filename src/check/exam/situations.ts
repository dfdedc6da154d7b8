import type { AtExam } from '../judge/coverage.ts';
import type { Situation } from './situation.ts';
import { flightSituations } from './situations-by-task/flights.ts';
import { gatewaySituations } from './situations-by-task/gateways.ts';
import { oddResponseSituations } from './situations-by-task/odd-responses.ts';
import { slowSituations } from './situations-by-task/slow.ts';
import { staleOfferSituations } from './situations-by-task/stale-offers.ts';
import { transferBookingSituations } from './situations-by-task/transfer-booking.ts';
import { transferCancellationSituations } from './situations-by-task/transfer-cancellation.ts';
import { transferChangeSituations } from './situations-by-task/transfer-change.ts';
import { tripSituations } from './situations-by-task/trips.ts';

/** The catalogue of the exam, in the order in which it is run. */
export const situations: readonly Situation[] = [
  ...transferBookingSituations,
  ...transferChangeSituations,
  ...transferCancellationSituations,
  ...flightSituations,
  ...tripSituations,
  ...staleOfferSituations,
  ...slowSituations,
  ...gatewaySituations,
  ...oddResponseSituations,
];

/** Returns the part of the exam in a rule that binds the client. */
export function atExam(ruleId: string): AtExam {
  return {
    situations: situations.filter(({ rules }) => rules.includes(ruleId)).map(({ name }) => name),
    onlyIf: dependsOnClient[ruleId] ?? null,
    truth: shownByTruth[ruleId] ?? null,
    notMet: notMet[ruleId] ?? null,
  };
}

/** Rules that bind the client, can be observed, and that no situation brings about: why. */
export const notMet: Readonly<Record<string, string>> = {
  'flight-order.tracked-offer.same-profile': 'a client of the exam gets one key pair, and so has no other profile',
};

/** Rules that a situation brings about only where the client's own task has what they are about. */
export const dependsOnClient: Readonly<Record<string, string>> = {
  'flight-search.slices.round-trip': 'it flies a round trip',
  'flight-order.passengers.infant-passenger-id': 'it flies with an infant without a seat',
  'flight-order.loyalty.fields': 'it has an account of a loyalty programme',
  'flight-order.loyalty.only-supported': 'it has an account of a loyalty programme',
  'transfer.identifiers.confirmation-number': 'it reads by confirmationNumber',
};

/**
 * Rules that the judge cannot observe, and what shows them: what is there afterwards, and what the client believes.
 */
export const shownByTruth: Readonly<Record<string, string>> = {
  'transfer.booking.completed.confirm-only-then': 'the client says booked, and nothing is there',
  'flight-order.total-segments.when-needed': 'the flow needs segments, and no order is there',
};
