import { HOUR, toIso } from '../../base/clock.ts';
import type { Airline } from '../world/airlines.ts';
import type { Brand } from '../world/fares.ts';
import { stepEnd } from '../world/market.ts';
import { decided } from '../world/terms.ts';
import type { Gds0PaymentRequirements } from './native.ts';

export interface Hold {
  readonly hours: number;
  /** Null: the price is not guaranteed. */
  readonly guaranteeHours: number | null;
}

/** The cheapest brand allows no hold. With one of the other two brands, an airline also guarantees the price. */
export function holdOf(airline: Airline, brand: Brand): Hold | null {
  const hours = decided('gds-0', 'hold', airline).pick([0, 24, 24, 48, 72]);
  if (hours === 0 || brand === 0) return null;
  return Object.freeze({ hours, guaranteeHours: brand === 1 ? null : hours / (hours === 24 ? 1 : 2) });
}

/** The airline holds seats for some hours, but not into the last day before departure. */
export function paymentRequirements(hold: Hold | null, departsAt: number, now: number): Gds0PaymentRequirements {
  if (!hold || departsAt - stepEnd(now) < (hold.hours + 24) * HOUR) return INSTANT;
  return {
    requires_instant_payment: false,
    payment_required_by: toIso(now + hold.hours * HOUR),
    price_guarantee_expires_at: hold.guaranteeHours === null ? null : toIso(now + hold.guaranteeHours * HOUR),
  };
}

const INSTANT: Gds0PaymentRequirements = Object.freeze({
  requires_instant_payment: true,
  payment_required_by: null,
  price_guarantee_expires_at: null,
});
