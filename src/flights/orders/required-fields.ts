import type { GdsProvider, RequiredFieldsRequest, ResponseValue, Schema } from '../../interface/api.ts';
import type { RequestContext } from '../../request-context.ts';
import type { OfferRequirements } from '../flight-provider.ts';
import type { Flights } from '../flights.ts';
import { trackedOffer } from '../offers.ts';
import { refuse, violation } from './order-context.ts';
import { orderRequirements } from './requirements.ts';

type PassengerType = Schema['PassengerType'];

/**
 * Returns an order's required fields for a tracked offer (§4.2; assumptions flight.required-fields-endpoint and
 * -payload).
 */
export async function getRequiredFields(
  flights: Flights,
  call: RequestContext,
  gdsprovider: GdsProvider,
  offerId: string,
  request: RequiredFieldsRequest,
): Promise<ResponseValue<'RequiredFieldsResponse'>> {
  if (request.offerId !== offerId)
    refuse('offer_id_mismatch', [
      violation('/offerId', `must be "${offerId}", as in the path, got "${request.offerId}"`),
    ]);
  const { offer, source } = await trackedOffer(flights, call, gdsprovider, offerId);
  checkTypes(
    request.passengers.map(({ type }) => type),
    offer.passengers.map(({ type }) => type),
  );
  const { requirements } = source.fare;
  const phone = orderRequirements.holderPhone(requirements);
  return {
    holder: { phone, email: orderRequirements.holderEmail(requirements), countryCode: phone },
    passengers: offer.passengers.map((_, idx) => ({ idx, ...fieldsOf(requirements) })),
  };
}

function checkTypes(sent: readonly PassengerType[], offered: readonly PassengerType[]): void {
  refuse(
    'passenger_extra',
    sent.slice(offered.length).map((type, i) => {
      const index = offered.length + i;
      return violation(
        `/passengers/${index}`,
        `must not be sent: the offer has ${offered.length} passengers, got ${type}`,
        index,
      );
    }),
  );
  refuse(
    'passenger_missing',
    offered
      .slice(sent.length)
      .map((type, i) =>
        violation('/passengers', `must have a ${type} at ${sent.length + i}, as the offer says`, sent.length + i),
      ),
  );
  refuse(
    'passenger_type_mismatch',
    sent.flatMap((type, index) =>
      type === offered[index]
        ? []
        : violation(`/passengers/${index}/type`, `must be ${offered[index]}, as the offer says, got ${type}`, index),
    ),
  );
}

/** Returns a passenger's required fields. They are equal for all passengers on an offer. */
function fieldsOf(requirements: OfferRequirements): Omit<Schema['RequiredPassengerFields'], 'idx'> {
  const nationality = orderRequirements.nationality(requirements);
  const document = orderRequirements.document(requirements);
  const needed = orderRequirements.documentFields(requirements);
  const generic = orderRequirements.generic(requirements);
  return {
    title: true,
    type: true,
    name: true,
    lastName: true,
    age: generic,
    gender: true,
    bornDate: true,
    nationality,
    phone: true,
    email: true,
    address: generic,
    city: generic,
    postalCode: generic,
    documentIdentifier: document,
    documentType: document,
    documentExpiresAt: document && needed.includes('expires_on'),
    documentIssuedAt: generic,
    documentCountryCode: document && needed.includes('issuing_country_code'),
    allowedDocuments: [...requirements.allowedDocuments],
  };
}
