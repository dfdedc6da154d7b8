import { toIso } from '../../../base/clock.ts';
import type { FlightOrderRequest, OrderPassenger, Segment } from '../../../interface/api.ts';
import type {
  Gds0OrderPassenger,
  Gds0OrderRequest,
  Gds0PaymentRequirements,
} from '../../../mock-providers/gds-0/native.ts';
import type { ProviderOffer } from '../../flight-provider.ts';

/**
 * Returns an offer's native order: at the provider's own price, independent of the caller's price, with its segments if
 * required.
 */
export function toNativeOrder(source: ProviderOffer, order: FlightOrderRequest): Gds0OrderRequest {
  return {
    data: {
      type: order.type ?? 'instant',
      selected_offers: [source.nativeOfferId],
      payment_requirements: toNativePayment(source.hold),
      total_amount: source.net.amount.toFixed(2),
      total_currency: source.net.currency,
      passengers: order.passengers.map(toNativePassenger),
      ...(source.fare.requirements.totalSegments && {
        segments: source.fare.slices.flatMap(({ segments }) => segments.map(toNativeSegment)),
      }),
    },
  };
}

function toNativePayment(hold: ProviderOffer['hold']): Gds0PaymentRequirements {
  return {
    requires_instant_payment: hold === null,
    payment_required_by: hold && toIso(hold.paymentRequiredBy),
    price_guarantee_expires_at: hold?.priceGuaranteedUntil ? toIso(hold.priceGuaranteedUntil) : null,
  };
}

function toNativePassenger(passenger: OrderPassenger): Gds0OrderPassenger {
  const { country, NationalID, infant_passenger_id, identity_documents, loyaltyProgrammeAccounts } = passenger;
  return {
    id: passenger.id,
    type: passenger.type,
    title: passenger.title,
    given_name: passenger.firstName,
    family_name: passenger.lastName,
    gender: passenger.gender,
    born_on: passenger.bornDate,
    email: passenger.email,
    phone_number: passenger.phone_number,
    ...(country && { nationality: country }),
    ...(NationalID && { national_id: NationalID }),
    ...(infant_passenger_id && { infant_passenger_id }),
    ...(identity_documents && { identity_documents }),
    ...(loyaltyProgrammeAccounts && { loyalty_programme_accounts: loyaltyProgrammeAccounts.map(toNativeAccount) }),
  };
}

type Account = NonNullable<OrderPassenger['loyaltyProgrammeAccounts']>[number];

function toNativeAccount({ airlineIataCode, accountNumber }: Account): {
  airline_iata_code: string;
  account_number: string;
} {
  return { airline_iata_code: airlineIataCode, account_number: accountNumber };
}

function toNativeSegment({
  airline,
  flightNumber,
  departure,
  arrival,
}: Segment): NonNullable<Gds0OrderRequest['data']['segments']>[number] {
  return {
    origin: departure.iataCode,
    destination: arrival.iataCode,
    marketing_carrier: airline.marketingCarrier.iataCode,
    marketing_carrier_flight_number: flightNumber,
    departing_at: departure.departingAt,
  };
}
