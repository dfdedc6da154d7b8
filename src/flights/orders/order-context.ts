import type { PhoneNumber } from '../../base/phone-numbers.ts';
import type { FlightOrderRequest } from '../../interface/api.ts';
import type { ErrorName } from '../../interface/errors/catalogue.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { TrackedOffer } from '../flight-provider.ts';

/** Input for an order's checks. The request has passed its schema. */
export interface OrderContext {
  request: FlightOrderRequest;
  tracked: TrackedOffer;
  /** Epoch milliseconds. */
  now: number;
  /** Each requested passenger's phone number, in request order. */
  phones: readonly PhoneNumber[];
}

/** Throws a refusal with all violations of one code, if there are any. */
export function refuse(name: ErrorName, details: readonly RefusalDetail[]): void {
  if (details.length > 0) throw new Refusal(name, details);
}

/** Returns one violation: its place (a JSON pointer into the body), the required value, and the passenger. */
export function violation(path: string, must: string, index?: number): RefusalDetail {
  const message = `${path.slice(1).replaceAll('/', '.')} ${must}`;
  return index === undefined ? { path, message } : { path, message, index };
}
