import { toIso } from '../../base/clock.ts';
import { Alphabet, Random } from '../../base/ids.ts';
import type { GdsEffect } from '../../scenarios/effects.ts';
import { choose } from '../world/choice.ts';
import type { FareCatalog } from '../world/fare-catalog.ts';
import { CHILD_SHARE, INFANT_SHARE } from '../world/fares.ts';
import type { Market } from '../world/market.ts';
import { priceFactor } from '../world/market.ts';
import type { CallSituation, SearchSituation } from '../world/native-call.ts';
import { NativeError } from '../world/native-call.ts';
import type { Documents } from '../world/terms.ts';
import { documentsUnder } from '../world/terms.ts';
import type { Fare, Party } from './fares.ts';
import { fareCatalogs } from './fares.ts';
import type { Hold } from './hold.ts';
import { paymentRequirements } from './hold.ts';
import type {
  Gds0ErrorBody,
  Gds0Offer,
  Gds0OrderRequest,
  Gds0OrderResponse,
  Gds0Passenger,
  Gds0PassengerType,
  Gds0SearchRequest,
  Gds0SearchResponse,
  Gds0Slice,
} from './native.ts';

/**
 * Searches flights. The same request and situation give the same response. Offers live `lifetimeMs`. Returns at most
 * `offers`, and fewer only if the timetable has fewer different ones (a return before the arrival, or an unknown code).
 * Throws a NativeError if the effect is `down`.
 */
export function searchGds0(request: Gds0SearchRequest, situation: SearchSituation): Gds0SearchResponse {
  const { now, effect } = situation;
  const random = new Random(`${situation.seed}/gds-0`);
  if (effect?.search === 'down') throw failure('down', random);
  const created_at = toIso(now);
  const expires_at = toIso(now + situation.lifetimeMs);
  const stem = random.hex(14);
  const passengers = passengersOf(request, situation.seed);
  const offers: Gds0Offer[] = [];
  if (effect?.search !== 'empty') {
    const catalog = catalogOf(request);
    const party = partyOf(catalog);
    const context = { random, stem, created_at, expires_at, market: situation, party, passengers };
    for (const choice of choose({ ...catalog, seats: party.adults + party.children }, situation.offers, situation)) {
      const fare = catalog.fareOf(choice);
      offers.push(offer(effect ? underEffect(fare, effect) : fare, context));
    }
  }
  return { data: { id: `orq_${random.hex(8)}${stem}`, live_mode: true, created_at, passengers, offers } };
}

/**
 * Books immediately, or holds. Echoes the request. Throws a NativeError (422) for a hold if the offer requires instant
 * payment, and if the effect refuses the hold or the order.
 */
export function createGds0Order({ data }: Gds0OrderRequest, situation: CallSituation): Gds0OrderResponse {
  const { effect } = situation;
  const random = new Random(`${situation.seed}/gds-0/order`);
  const held = data.type === 'hold';
  if (held && (data.payment_requirements.requires_instant_payment || effect?.hold === 'unavailable'))
    throw failure('not-holdable', random);
  if (effect?.order) throw failure(effect.order, random);
  const created_at = toIso(situation.now);
  return {
    data: {
      id: `ord_${random.hex(22)}`,
      live_mode: true,
      created_at,
      type: data.type,
      booking_reference: random.text(6, REFERENCE_LETTERS),
      offer_id: data.selected_offers[0] ?? '',
      total_amount: data.total_amount,
      total_currency: data.total_currency,
      payment_status: {
        awaiting_payment: held,
        payment_required_by: held ? data.payment_requirements.payment_required_by : null,
        price_guarantee_expires_at: held ? data.payment_requirements.price_guarantee_expires_at : null,
        paid_at: held ? null : created_at,
      },
      passengers: data.passengers,
    },
  };
}

/** Shared parts of the offers in one search. */
interface SearchContext {
  random: Random;
  /** Common suffix of their ids. */
  stem: string;
  created_at: string;
  expires_at: string;
  market: Market;
  party: PartySize;
  passengers: readonly Gds0Passenger[];
}

interface PartySize {
  adults: number;
  children: number;
  infants: number;
}

const TAX_SHARE = 0.16;
const REFERENCE_LETTERS = new Alphabet('ABCDEFGHJKLMNPQRSTUVWXYZ23456789');

/** From a separate stream, so the party size does not change the flights. */
function passengersOf({ data }: Gds0SearchRequest, seed: string): Gds0Passenger[] {
  const random = new Random(`${seed}/gds-0/passengers`);
  const stem = random.hex(14);
  return data.passengers.map(({ type }) => ({ id: `pas_${random.hex(8)}${stem}`, type }));
}

function catalogOf({ data }: Gds0SearchRequest): FareCatalog<Party, Gds0Slice, Fare> {
  const types = data.passengers.map(({ type }) => type);
  const language = data.language ?? 'en';
  return fareCatalogs.catalogOf({
    trips: data.slices.map(({ origin, destination, departure_date }) => ({
      from: origin,
      to: destination,
      date: departure_date,
    })),
    cabin: data.cabin_class,
    party: { types, language },
    partyKey: `${language}/${types.map((type) => type[0]).join('')}`,
  });
}

function partyOf({ party: { types } }: FareCatalog<Party, Gds0Slice, Fare>): PartySize {
  const count = (wanted: Gds0PassengerType) => types.filter((type) => type === wanted).length;
  return { adults: count('adult'), children: count('child'), infants: count('infant_without_seat') };
}

function offer(fare: Fare, context: SearchContext): Gds0Offer {
  const { market, passengers } = context;
  const total = partyCents(fare, context);
  const tax = Math.round(total * TAX_SHARE);
  return {
    id: `off_${context.random.hex(8)}${context.stem}`,
    live_mode: true,
    created_at: context.created_at,
    expires_at: context.expires_at,
    total_amount: decimal(total),
    total_currency: fare.currency,
    base_amount: decimal(total - tax),
    base_currency: fare.currency,
    tax_amount: decimal(tax),
    tax_currency: fare.currency,
    total_emissions_kg: fare.emissionsKg,
    owner: fare.owner,
    passengers,
    passenger_identity_documents_required: fare.documents.required,
    supported_passenger_identity_document_types: fare.documents.types,
    supported_loyalty_programmes: fare.loyaltyProgrammes,
    segments_required: fare.segmentsRequired,
    payment_requirements: paymentRequirements(fare.hold, fare.facts.journey.parts[0].departsAt, market.now),
    conditions: fare.conditions,
    slices: fare.slices,
  };
}

function partyCents({ adultCents, facts }: Fare, { party, market }: SearchContext): number {
  const adult = Math.round(adultCents * priceFactor(facts.journey, market));
  return (
    party.adults * adult +
    party.children * Math.round(adult * CHILD_SHARE) +
    party.infants * Math.round(adult * INFANT_SHARE)
  );
}

/** `45610` cents are `"456.10"`. */
function decimal(cents: number): string {
  const rest = cents % 100;
  return `${(cents - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}

function failure(kind: keyof typeof FAILURES, random: Random): NativeError<Gds0ErrorBody> {
  const { status, ...error } = FAILURES[kind];
  return new NativeError(`gds-0 returned ${status}: ${error.message}`, {
    errors: [error],
    meta: { status, request_id: random.hex(20) },
  });
}

const FAILURES = {
  down: {
    status: 503,
    type: 'api_error',
    code: 'service_unavailable',
    title: 'Service unavailable',
    message: 'The airlines cannot be reached. Try again later.',
  },
  'not-holdable': {
    status: 422,
    type: 'invalid_request_error',
    code: 'hold_not_supported',
    title: 'Hold not supported',
    message: 'The selected offer requires instant payment; create an order of type instant.',
  },
  refused: {
    status: 422,
    type: 'airline_error',
    code: 'order_refused',
    title: 'Order refused',
    message: 'The airline refused the order. Search again for another offer.',
  },
  'price-changed': {
    status: 422,
    type: 'airline_error',
    code: 'price_changed',
    title: 'Price changed',
    message: 'The airline changed the price of the selected offer. Search again for its new one.',
  },
} as const;

/** Returns a copy of the fare with a scenario's changes: the original in the catalog serves other searches. */
function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return {
    ...fare,
    documents: documentsUnder(effect, fare.documents, SEVERAL),
    segmentsRequired: fare.segmentsRequired || effect.segments === 'required',
    hold: fare.hold && holdUnder(effect, fare.hold),
  };
}

function holdUnder({ hold }: GdsEffect, usual: Hold): Hold | null {
  if (hold === 'unavailable') return null;
  return hold === 'not-guaranteed' ? { ...usual, guaranteeHours: null } : usual;
}

const SEVERAL: Documents['types'] = ['passport', 'tax_id', 'known_traveler_number'];
