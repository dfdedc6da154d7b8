import type { Situation } from '../situation.ts';
import { EXPIRY } from './rules-of-calls.ts';

/**
 * The first offers expire after one second, and the call before their use takes longer. The client may search again or
 * stop, also before that call. Only that call moves the profile's clock, which is therefore never ahead of the
 * client's: the offers are valid before it and expired after it, regardless of the machine's speed.
 */
const stale = { since: 2, truth: 'either', beliefs: ['booked', 'not booked'], needs: 'any', clock: 'frozen' } as const;

/** Offers and tokens expired before their use. */
export const staleOfferSituations: readonly Situation[] = [
  {
    ...stale,
    task: 'book-transfer',
    name: 'book-transfer.stale-tokens',
    title: 'offers expire after a second, and the pricing takes longer',
    armed: 'search:short-lived(lifetime=PT1S,calls=1),pricing:slow(delay=PT1.3S,clock=advanced,calls=1)',
    rules: EXPIRY,
    meets: ['searchTransfers'],
  },
  {
    ...stale,
    task: 'change-transfer',
    name: 'change-transfer.stale-tokens',
    title: 'the offers of the change expire after a second, and each pricing takes longer',
    armed: 'change-search:short-lived(lifetime=PT1S,calls=1),pricing:slow(delay=PT1.3S,clock=advanced)',
    truth: 'one',
    rules: EXPIRY,
    meets: ['bookTransfer', 'searchReservationChanges'],
  },
  {
    ...stale,
    task: 'order-flight',
    name: 'order-flight.stale-offer',
    title: 'offers expire after a second, and the required fields take longer',
    armed: 'flight-search:short-lived(lifetime=PT1S,calls=1),required-fields:slow(delay=PT1.3S,clock=advanced,calls=1)',
    rules: ['offer.expiry.ends-offer'],
    meets: ['searchFlights'],
  },
  {
    ...stale,
    task: 'hold-flight',
    name: 'hold-flight.stale-offer',
    title: 'offers expire after a second, and the required fields take longer',
    armed: 'flight-search:short-lived(lifetime=PT1S,calls=1),required-fields:slow(delay=PT1.3S,clock=advanced,calls=1)',
    rules: ['offer.expiry.ends-offer'],
    meets: ['searchFlights'],
  },
];
