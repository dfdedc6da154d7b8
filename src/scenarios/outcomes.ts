import type { BookingEffect, CancellationEffect, SupplierRefusal } from './effects.ts';
import type { Parameter, Values } from './parameters.ts';

/** A pending booking's settling time. */
export const settling = {
  reads: { kind: 'count', default: 1, is: 'reads that still return pending' },
  after: { kind: 'duration', default: 'PT30S', is: 'time after which any read returns the outcome' },
} as const satisfies Record<string, Parameter>;

/** Time until reads show a booking or cancellation with a lost response. */
export const appearing = {
  reads: {
    kind: 'count',
    default: 1,
    is:
      'reads by `searchId` or `partnerTrackingId` that do not find it; for a cancellation, any reads that still ' +
      'show `confirmed`',
  },
  after: { kind: 'duration', default: 'PT30S', is: 'time after which any read finds it, or shows it cancelled' },
} as const satisfies Record<string, Parameter>;

/** Reason for a supplier's refusal. */
export const refusing = {
  reason: {
    kind: 'choice',
    of: ['rejected', 'no_availability', 'price_changed'],
    default: 'rejected',
    is: 'reason of the supplier',
  },
} as const satisfies Record<string, Parameter>;

/** Returns the parameter `reason`. */
export function refusalOf({ reason }: Values): SupplierRefusal | undefined {
  return refusing.reason.of.find((known) => known === reason);
}

/** Returns a booking with a pending phase. */
export function pendingUntil(settlesTo: 'completed' | 'failed', values: Values): BookingEffect {
  const { reads, after } = values;
  const reason = refusalOf(values);
  return {
    outcome: 'pending',
    settlesTo,
    afterReads: Number(reads),
    afterMs: Number(after),
    ...(reason && { reason }),
  };
}

/** Returns a booking made immediately and found late by reads. */
export function completedLate({ reads, after }: Values): BookingEffect {
  return { outcome: 'completed-late', afterReads: Number(reads), afterMs: Number(after) };
}

/** Returns a cancellation made immediately and shown late by reads. */
export function shownLate({ reads, after }: Values): CancellationEffect {
  return { outcome: 'shown-late', afterReads: Number(reads), afterMs: Number(after) };
}
