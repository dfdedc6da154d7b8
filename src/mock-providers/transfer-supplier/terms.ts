import { Lru } from '../../base/lru.ts';
import type { AmenityKey, Provider } from './fleet.ts';
import { AMENITIES } from './fleet.ts';
import { money } from './money.ts';
import type {
  NativeAmenity,
  NativeCancellation,
  NativeCurrency,
  NativeProvider,
  NativeResult,
  NativeStepDetails,
} from './native.ts';

/** The shared part of a provider's offers. */
export type Terms = Pick<NativeStepDetails, 'provider' | 'terms_url' | 'cancellation' | 'wait_time' | 'amenities'> &
  Pick<NativeResult, 'good_to_know_info'>;

/** Returns a provider's terms with prices in a currency: one frozen object, shared by all its offers. */
export function termsOf(provider: Provider, currency: NativeCurrency): Terms {
  return terms.getOrCreate(`${provider.slug}/${currency}`, () => frozen(makeTerms(provider, currency)));
}

export const SITE = 'https://transfer-supplier.example';

/** More than all provider and currency pairs, so that none is dropped: adapters cache by these objects. */
const terms = new Lru<Terms>(100);

function makeTerms(provider: Provider, currency: NativeCurrency): Terms {
  const { slug, included, optional, waitMinutes, waitMinutePrice } = provider;
  return {
    provider: company(provider),
    terms_url: `${SITE}/${slug}/terms`,
    cancellation: cancellation(provider),
    wait_time: {
      minutes_included: waitMinutes,
      waiting_minute_price: waitMinutePrice === null ? null : money(waitMinutePrice, currency),
    },
    amenities: [
      ...included.map((key) => amenity(key, true, currency)),
      ...optional.map((key) => amenity(key, false, currency)),
    ],
    good_to_know_info: goodToKnow(provider),
  };
}

function company({ name, slug, rating, ratingCount }: Provider): NativeProvider {
  return {
    name,
    display_name: name,
    logo_url: `${SITE}/logos/${slug}.svg`,
    rating: Math.round(rating ?? 0),
    rating_with_decimals: rating === null ? '' : rating.toFixed(1),
    rating_count: ratingCount,
    supplier_score: null,
  };
}

function cancellation({ refunds, amendable }: Provider): NativeCancellation {
  return {
    cancellable_online: refunds.length > 0,
    cancellable_offline: false,
    amendable,
    policy: refunds.map(([notice, refund_percent]) => ({ notice, refund_percent })),
  };
}

function amenity(key: AmenityKey, included: boolean, currency: NativeCurrency): NativeAmenity {
  const [name, description, price] = AMENITIES[key];
  return {
    key,
    name,
    description,
    image_url: `${SITE}/amenities/${key}.svg`,
    input_type: 'boolean',
    included,
    selected: included,
    price: money(included ? 0 : price, currency),
  };
}

function goodToKnow({ refunds, waitMinutes }: Provider): string {
  const free = refunds.find(([, percent]) => percent === 100);
  const cancelling = free ? `Free cancellation up to ${free[0]} hours before pickup.` : 'No refund after booking.';
  return `${cancelling} ${waitMinutes} minutes of waiting are included.`;
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part);
  return Object.freeze(value);
}
