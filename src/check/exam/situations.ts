import { ConfigError } from '../../base/config-error.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { AtExam } from '../judge/coverage.ts';
import type { Situation, Task } from './situation.ts';
import { firstTasks, tasks } from './situation.ts';
import { flightSituations } from './situations-by-task/flights.ts';
import { gatewaySituations } from './situations-by-task/gateways.ts';
import { oddResponseSituations } from './situations-by-task/odd-responses.ts';
import { slowSituations } from './situations-by-task/slow.ts';
import { staleOfferSituations } from './situations-by-task/stale-offers.ts';
import { transferBookingSituations } from './situations-by-task/transfer-booking.ts';
import { transferCancellationSituations } from './situations-by-task/transfer-cancellation.ts';
import { transferChangeSituations } from './situations-by-task/transfer-change.ts';
import { tripSituations } from './situations-by-task/trips.ts';

/** Situation catalogue, in running order. */
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

export const situationNames: ReadonlySet<string> = new Set(situations.map(({ name }) => name));

/** Returns the situations with a name or prefix in `only`; all if it is empty. Throws ConfigError. */
export function selectSituations(only: readonly string[]): readonly Situation[] {
  for (const prefix of only)
    if (!situations.some(({ name }) => name.startsWith(prefix)))
      throw new ConfigError(
        `--only is "${prefix}", and no situation begins with it${didYouMean(prefix, situationNames)}; ` +
          '`taxiway exam --list` lists them',
      );
  return only.length === 0
    ? situations
    : situations.filter(({ name }) =>
        only.some((text) => (situationNames.has(text) ? name === text : name.startsWith(text))),
      );
}

/** Returns the tasks by name; the tasks known to every client without names. Throws ConfigError. */
export function readTasks(texts: readonly string[]): readonly Task[] {
  if (texts.length === 0) return firstTasks;
  return texts.map((text) => {
    const task = tasks.find((known) => known === text);
    if (task === undefined) throw new ConfigError(`--tasks is "${text}"; expected some of ${tasks.join(', ')}`);
    return task;
  });
}

/** True if a person can do a situation: with one app, against the running sandbox. */
export function canBeLed({ live = false, travellers }: Situation): boolean {
  return !live && travellers === undefined;
}

/** Returns the exam's part in a client rule. */
export function atExam(ruleId: string): AtExam {
  return {
    situations: situations.filter(({ rules }) => rules.includes(ruleId)).map(({ name }) => name),
    onlyIf: dependsOnClient[ruleId] ?? null,
    truth: shownByTruth[ruleId] ?? null,
    notMet: notMet[ruleId] ?? null,
  };
}

/** Observable client rules that no situation covers, each with the reason. */
export const notMet: Readonly<Record<string, string>> = {
  'flight-order.tracked-offer.same-profile': 'a client of the exam gets one key pair, and so has no other profile',
};

/** Rules with a situation that depends on the client's own task. */
export const dependsOnClient: Readonly<Record<string, string>> = {
  'flight-search.slices.round-trip': 'it flies a round trip',
  'flight-order.passengers.infant-passenger-id': 'it flies with an infant without a seat',
  'flight-order.loyalty.fields': 'it has an account of a loyalty programme',
  'flight-order.loyalty.only-supported': 'it has an account of a loyalty programme',
  'transfer.identifiers.confirmation-number': 'it reads by confirmationNumber',
};

/** Rules that the judge cannot observe, each with its evidence in the truth or the client's belief. */
export const shownByTruth: Readonly<Record<string, string>> = {
  'transfer.booking.completed.confirm-only-then': 'the client says booked, and nothing is there',
  'flight-order.total-segments.when-needed': 'the flow needs segments, and no order is there',
};
