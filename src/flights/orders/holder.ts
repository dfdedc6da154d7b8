import type { Holder } from '../flight-provider.ts';
import type { OrderContext } from './order-context.ts';
import { orderRequirements } from './requirements.ts';

/**
 * The contact of the booking, from the first passenger only (§2.4, §4.2); null where the provider needs none. The order
 * has passed its checks: the first passenger's phone belongs to a country.
 */
export function holderOf({ request, tracked, phones }: OrderContext): Holder | null {
  const [first] = request.passengers;
  const countryCode = phones[0]?.countryCode;
  if (!orderRequirements.holder(tracked.source.fare.requirements) || first === undefined || countryCode === undefined)
    return null;
  return { email: first.email, phone: first.phone_number, countryCode };
}
