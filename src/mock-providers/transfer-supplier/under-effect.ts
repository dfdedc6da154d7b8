import type { SupplierEffect } from '../../scenarios/effects.ts';
import type { NativeResult, NativeStep } from './native.ts';
import type { Trip } from './result.ts';

/** The result as a scenario changes its terms; the same object without one. */
export function underEffect(result: NativeResult, { passengers }: Trip, effect: SupplierEffect = {}): NativeResult {
  const { flightInfo, passengerNames, change } = effect;
  if (!flightInfo && !passengerNames && !change) return result;
  const changed = (step: NativeStep): NativeStep => ({
    ...step,
    details: {
      ...step.details,
      flight_info_required: step.details.flight_info_required || flightInfo !== undefined,
      extra_pax_required: step.details.extra_pax_required || (passengerNames !== undefined && passengers > 1),
      cancellation: { ...step.details.cancellation, amendable: step.details.cancellation.amendable && !change },
      // Adapters cache the terms of a company by this object.
      amenities: [...step.details.amenities],
    },
  });
  const [first, ...rest] = result.steps;
  return { ...result, steps: [changed(first), ...rest.map(changed)] };
}
