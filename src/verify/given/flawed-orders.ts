import type { FlightOrderRequest, Offer } from '../../api.ts';
import { breaks, describeOutcome, expectRefused, isAccepted } from '../answers/expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';
import { flightOrder } from './flight-order.ts';

/**
 * Orders one offer with one flaw after the other, each told in words: `a duplicate passenger id`. All are refused, and
 * then the order without a flaw is not: so the flaws are the reason, and nothing was ordered with them. Answers the
 * refusals. Throws Broken where a flaw is taken, Unmet where the order without one is refused too.
 */
export async function expectFlawsRefused(
  trial: Trial,
  offer: Offer,
  flaws: Readonly<Record<string, unknown>>,
  sound: unknown = flightOrder(offer),
): Promise<Exchange[]> {
  const refusals: Exchange[] = [];
  for (const [words, body] of Object.entries(flaws)) {
    const refusal = await trial.order(offer, body);
    expectRefused(refusal, `an order with ${words}`);
    refusals.push(refusal);
  }
  givenSoundOrder(trial, await trial.order(offer, sound));
  return refusals;
}

/** The order that was refused with a flaw, made without it. Throws Unmet when it is refused as well. */
export function givenSoundOrder(trial: Trial, order: Exchange): Exchange {
  return trial.given(order, 'the same order without the flaw is refused too', isAccepted(order));
}

/**
 * Orders an offer with something that it takes, told in words: `an account of a supported airline`. Throws Broken where
 * that is refused and the plain order is not, Unmet where both are.
 */
export async function expectAcceptedWith(
  trial: Trial,
  offer: Offer,
  words: string,
  body: unknown,
  plain: unknown = flightOrder(offer),
): Promise<void> {
  const order = await trial.order(offer, body);
  if (isAccepted(order)) return;
  const control = await trial.order(offer, plain);
  trial.given(control, 'needs an order that the target takes', isAccepted(control));
  breaks(
    order,
    `an order with ${words} to be accepted`,
    `${describeOutcome(order)}; the same order without it is accepted`,
  );
}

/** An order with something else in one passenger; a name with undefined is left out. */
export function withPassenger(order: FlightOrderRequest, place: number, changes: object): { passengers: object[] } {
  return {
    ...order,
    passengers: order.passengers.map((passenger, index) =>
      index === place ? { ...passenger, ...changes } : passenger,
    ),
  };
}
