import type { BookingEffect, CancellationEffect, SupplierRefusal } from './effects.ts';
import type { Parameter, Values } from './parameters.ts';

/** When a pending booking settles. */
export const settling = {
  reads: { kind: 'count', default: 1, is: 'reads that still return pending' },
  after: { kind: 'duration', default: 'PT30S', is: 'time after which any read returns the outcome' },
} as const satisfies Record<string, Parameter>;

/** When a booking or cancellation whose response was lost can be read. */
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

/** Why a supplier refuses. */
export const refusing = {
  reason: {
    kind: 'choice',
    of: ['rejected', 'no_availability', 'price_changed'],
    default: 'rejected',
    is: 'why the supplier refuses',
  },
} as const satisfies Record<string, Parameter>;

/** The value of the parameter `reason`. */
export function refusalOf({ reason }: Values): SupplierRefusal | undefined {
  return refusing.reason.of.find((known) => known === reason);
}

/** A booking that is pending first. */
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

/** A booking that is made at once and that reads find late. */
export function completedLate({ reads, after }: Values): BookingEffect {
  return { outcome: 'completed-late', afterReads: Number(reads), afterMs: Number(after) };
}

/** A cancellation that is made at once and that reads show late. */
export function shownLate({ reads, after }: Values): CancellationEffect {
  return { outcome: 'shown-late', afterReads: Number(reads), afterMs: Number(after) };
}
