import { exchangeRate } from '../../src/flights/exchange-rates.ts';
import type { Offer } from '../../src/interface/api.ts';
import { present } from '../support/present.ts';

/** In what an offer is worse than a cheaper one of the same flights. */
export function worseThan(dearer: Offer, cheaper: Offer): string[] {
  return [
    ...(['refundBeforeDeparture', 'changeBeforeDeparture'] as const).filter((kind) =>
      isWorse(dearer.conditions[kind], cheaper.conditions[kind]),
    ),
    ...worseServices(dearer, cheaper),
    ...worseBaggage(dearer, cheaper),
  ];
}

type Condition = Offer['conditions']['refundBeforeDeparture'];

/** Not allowed, then with a penalty, a known or an unknown one, then free; what was known is not left out. */
function isWorse(now: Condition, before: Condition): boolean {
  if (!before) return false;
  if (!now) return true;
  if (!before.allowed || !now.allowed) return before.allowed;
  if (before.penaltyAmount === null) return now.penaltyAmount !== null && Number(now.penaltyAmount) > 0;
  return now.penaltyAmount === null || inEuros(now) > inEuros(before);
}

function inEuros({ penaltyAmount, currency }: NonNullable<Condition>): number {
  return Number(penaltyAmount) * exchangeRate(present(currency), 'EUR');
}

function worseServices(dearer: Offer, cheaper: Offer): string[] {
  return cheaper.slices.flatMap(({ conditions }, n) => {
    const now = present(dearer.slices[n]).conditions;
    return (['priorityCheckIn', 'priorityBoarding', 'advanceSeatSelection'] as const).filter(
      (service) => conditions[service] && !now[service],
    );
  });
}

function worseBaggage(dearer: Offer, cheaper: Offer): string[] {
  const [now, before] = [allowances(dearer), allowances(cheaper)];
  return [...before].filter(([key, kilograms]) => (now.get(key) ?? 0) < kilograms).map(([key]) => key);
}

/** Pieces and kilograms by segment, passenger and type; a piece without a weight counts as 23 kg. */
function allowances({ slices }: Offer): Map<string, number> {
  const result = new Map<string, number>();
  for (const [s, { passengers }] of slices.flatMap(({ segments }) => segments).entries())
    for (const [p, { baggages }] of passengers.entries())
      for (const { type, quantity, maxKg } of baggages) {
        result.set(`${type} pieces of passenger ${p} on segment ${s}`, quantity);
        if (quantity > 0 && maxKg !== null) result.set(`${type} kg of passenger ${p} on segment ${s}`, Number(maxKg));
      }
  return result;
}
