import type { OfferRequirements, TrackedOffer } from '../../src/flights/flight-provider.ts';
import type { PassengerType, Schema } from '../../src/interface/api.ts';

export const NOW = Date.parse('2027-01-10T12:00:00Z');
export const PAYMENT_REQUIRED_BY = '2027-01-10T18:00:00.000Z';

interface TrackedOfferOptions extends Partial<OfferRequirements> {
  gdsprovider?: 0 | 1;
  types?: PassengerType[];
  holdable?: boolean;
}

/**
 * Returns a tracked round trip Madrid – London in three segments, for checks on offers missing from all searches. The
 * offer requires nothing unless an option says so.
 */
export function trackedOffer({
  gdsprovider = 0,
  types = ['adult'],
  holdable = false,
  ...requirements
}: TrackedOfferOptions = {}): TrackedOffer {
  const passengers = types.map((type, i) => ({ id: `${gdsprovider}_pax_${i + 1}`, type }));
  const asks = {
    identityDocuments: false,
    allowedDocuments: [],
    totalSegments: gdsprovider === 1,
    holder: gdsprovider === 1,
    ...requirements,
  };
  const expiresAt = NOW + 20 * 60_000;
  const paymentRequiredBy = holdable ? PAYMENT_REQUIRED_BY : null;
  return {
    seed: 'test',
    createdAt: NOW,
    offer: {
      offerId: 'off_test',
      gdsprovider,
      expiresAt: new Date(expiresAt).toISOString(),
      totalAmount: 148.2,
      currency: 'EUR',
      originalCurrency: { code: 'EUR', totalAmount: 148.2, rate: 1 },
      holdOptions: { available: holdable, paymentRequiredBy, priceGuarantedUntil: paymentRequiredBy },
      holdId: holdable ? 'hld_test' : null,
      supportedPassengerIdDocuments: asks.allowedDocuments,
      passengerIdentityDocumentsRequired: asks.identityDocuments,
      supportedLoyaltyPrograms: ['IB'],
      airline,
      passengers,
      conditions: { refundBeforeDeparture: null, changeBeforeDeparture: null },
      slices,
      CO2EmissionsKg: 100,
    },
    source: {
      gdsprovider,
      nativeOfferId: 'native',
      net: { amount: 140, currency: 'EUR' },
      expiresAt,
      passengers,
      hold: holdable
        ? { paymentRequiredBy: Date.parse(PAYMENT_REQUIRED_BY), priceGuaranteedUntil: Date.parse(PAYMENT_REQUIRED_BY) }
        : null,
      fare: {
        airline,
        conditions: { refundBeforeDeparture: null, changeBeforeDeparture: null },
        requirements: asks,
        supportedLoyaltyPrograms: ['IB'],
        co2EmissionsKg: 100,
        slices,
      },
    },
  };
}

const airline: Schema['Airline'] = { name: 'Iberia', iataCode: 'IB', logoURL: null, conditionsOfCarriage: null };

function segment(
  from: string,
  to: string,
  flightNumber: string,
  departingAt: string,
  arrivingAt: string,
): Schema['Segment'] {
  return {
    fareName: null,
    departure: {
      iataCode: from,
      cityName: from,
      airportName: from,
      departingAt,
      timeZone: 'Europe/Madrid',
      terminal: null,
    },
    arrival: { iataCode: to, cityName: to, airportName: to, arrivingAt, timeZone: 'Europe/Madrid', terminal: null },
    airline: { operatingCarrier: airline, marketingCarrier: airline },
    flightNumber,
    durationMinutes: 120,
    passengers: [],
  };
}

function slice(...segments: Schema['Segment'][]): Schema['Slice'] {
  return {
    fareName: null,
    departure: segments[0].departure,
    arrival: (segments.at(-1) as Schema['Segment']).arrival,
    durationMinutes: 240,
    conditions: { priorityCheckIn: false, priorityBoarding: false, advanceSeatSelection: false },
    segments,
  };
}

const slices = [
  slice(segment('MAD', 'LHR', '3166', '2027-03-15T09:20:00', '2027-03-15T10:45:00')),
  slice(
    segment('LHR', 'BCN', '0478', '2027-03-20T17:00:00', '2027-03-20T20:10:00'),
    segment('BCN', 'MAD', '1233', '2027-03-20T23:00:00', '2027-03-21T00:20:00'),
  ),
];
