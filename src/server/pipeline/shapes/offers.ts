import { isRecord } from '../../../base/values/kinds.ts';

/** Returns the body with a booking link in each offer: an address for gdsprovider 0, null for 1. */
export function withBookingLinks(body: object): object {
  return mapOffers(body, (offer) => ({
    ...offer,
    offerLink: offer['gdsprovider'] === 0 ? `https://book.example.com/offers/${String(offer['offerId'])}` : null,
  }));
}

/** Returns the body with the first document type of each offer as a text. An empty list stays one. */
export function withSingleDocument(body: object): object {
  return mapOffers(body, (offer) => {
    const { supportedPassengerIdDocuments: types } = offer;
    const first: unknown = Array.isArray(types) ? types[0] : undefined;
    return first === undefined ? offer : { ...offer, supportedPassengerIdDocuments: first };
  });
}

/** Maps the offers of a search, or the one requested offer. */
function mapOffers(body: object, change: (offer: Record<string, unknown>) => object): object {
  const mapOne = (offer: unknown) => (isRecord(offer) ? change(offer) : offer);
  if ('offers' in body && Array.isArray(body.offers)) return { ...body, offers: body.offers.map(mapOne) };
  return 'offerData' in body ? { ...body, offerData: mapOne(body.offerData) } : body;
}
