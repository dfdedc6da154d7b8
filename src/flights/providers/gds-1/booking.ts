import type { FlightOrderRequest, OrderPassenger } from '../../../interface/api.ts';
import type {
  Gds1BookDocument,
  Gds1BookPassenger,
  Gds1BookRequest,
  Gds1DocumentCode,
  Gds1Money,
} from '../../../mock-providers/gds-1/native.ts';
import type { Holder, ProviderOffer, TrackedOffer } from '../../flight-provider.ts';
import { flightDate, flightTime, passengerCodes, personDate } from './notation.ts';

/** Returns an offer's native booking: at the provider's own price, with its flights if the order names them. */
export function toNativeBooking(
  { offer, source }: TrackedOffer,
  order: FlightOrderRequest,
  holder: Holder,
): Gds1BookRequest {
  return {
    oid: source.nativeOfferId,
    hol: { eml: holder.email, tel: holder.phone, ctry: holder.countryCode },
    pax: order.passengers.map(toNativePassenger),
    tot: toNativeMoney(source.net),
    ...(order.totalSegments && { flt: offer.slices.flatMap(({ segments }) => segments.map(toNativeFlight)) }),
  };
}

function toNativePassenger(passenger: OrderPassenger): Gds1BookPassenger {
  const { country, NationalID, infant_passenger_id, identity_documents, loyaltyProgrammeAccounts } = passenger;
  return {
    pno: passengerNumber(passenger.id),
    ty: passengerCodes[passenger.type],
    ttl: passenger.title.toUpperCase(),
    fnm: passenger.firstName,
    lnm: passenger.lastName,
    sex: passenger.gender === 'm' ? 'M' : 'F',
    dob: personDate(passenger.bornDate),
    ...(country && { nat: country }),
    ...(NationalID && { nid: NationalID }),
    ...(infant_passenger_id && { lap: passengerNumber(infant_passenger_id) }),
    ...(identity_documents && { docs: identity_documents.map(toNativeDocument) }),
    ...(loyaltyProgrammeAccounts && {
      ffn: loyaltyProgrammeAccounts.map(({ airlineIataCode, accountNumber }) => ({
        car: airlineIataCode,
        mem: accountNumber,
      })),
    }),
  };
}

/** `1_pax_2` is number 2. */
function passengerNumber(id: string): number {
  return Number(id.slice('1_pax_'.length));
}

type Document = NonNullable<OrderPassenger['identity_documents']>[number];

function toNativeDocument({ type, unique_identifier, issuing_country_code, expires_on }: Document): Gds1BookDocument {
  return {
    dty: NATIVE_DOCUMENTS[type] ?? type,
    dno: unique_identifier,
    ...(issuing_country_code && { iss: issuing_country_code }),
    ...(expires_on && { exp: personDate(expires_on) }),
  };
}

const NATIVE_DOCUMENTS: Partial<Record<Document['type'], Gds1DocumentCode>> = { passport: 'PP', dni: 'NI' };

function toNativeMoney({ amount, currency }: ProviderOffer['net']): Gds1Money {
  return { amt: Math.round(amount * 100), dec: 2, cur: currency };
}

type PublicSegment = TrackedOffer['offer']['slices'][number]['segments'][number];

function toNativeFlight({
  airline,
  flightNumber,
  departure,
  arrival,
}: PublicSegment): NonNullable<Gds1BookRequest['flt']>[number] {
  return {
    car: airline.marketingCarrier.iataCode,
    num: flightNumber.padStart(4, '0'),
    frm: departure.iataCode,
    dst: arrival.iataCode,
    dat: flightDate(departure.departingAt),
    tim: flightTime(departure.departingAt),
  };
}
