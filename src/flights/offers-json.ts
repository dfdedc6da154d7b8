import type { Offer } from '../api.ts';
import type { TrackedOffer } from './flight-provider.ts';
import { once } from './once.ts';

/**
 * The offers as JSON text, the same as JSON.stringify makes of them, byte for byte: put together from parts
 * of which the large ones were written down before, because writing them down again is half of a search.
 */
export function offersJson(tracked: readonly TrackedOffer[]): string {
  const parties = new Map<Offer['passengers'], string>();
  let text = '';
  for (const { offer, source } of tracked) {
    let passengersJson = parties.get(offer.passengers);
    if (passengersJson === undefined) parties.set(offer.passengers, (passengersJson = JSON.stringify(offer.passengers)));
    text += (text === '' ? '[' : ',') + offerJson(offer, passengersJson, source.itinerary.slicesJson);
  }
  return text === '' ? '[]' : `${text}]`;
}

/** Texts without quotation marks, backslashes or control characters (ids, instants, codes, amounts) stand as they are. */
function offerJson(offer: Offer, passengersJson: string, slicesJson: string): string {
  return (
    `{"offerId":"${offer.offerId}","gdsprovider":${offer.gdsprovider},"expiresAt":"${offer.expiresAt}"` +
    `,"totalAmount":${offer.totalAmount},"currency":"${offer.currency}"` +
    `,"originalCurrency":${originalCurrencyJson(offer.originalCurrency)}` +
    `,"holdOptions":${holdOptionsJson(offer.holdOptions)},"holdId":${quoted(offer.holdId)}` +
    `,"supportedPassengerIdDocuments":${sharedJson(offer.supportedPassengerIdDocuments)}` +
    `,"passengerIdentityDocumentsRequired":${offer.passengerIdentityDocumentsRequired}` +
    `,"supportedLoyaltyPrograms":${sharedJson(offer.supportedLoyaltyPrograms)}` +
    `,"airline":${sharedJson(offer.airline)},"passengers":${passengersJson}` +
    `,"conditions":${sharedJson(offer.conditions)},"slices":${slicesJson},"CO2EmissionsKg":${offer.CO2EmissionsKg}}`
  );
}

function originalCurrencyJson({ code, totalAmount, rate }: Offer['originalCurrency']): string {
  return `{"code":"${code}","totalAmount":${totalAmount},"rate":${rate}}`;
}

function holdOptionsJson({ available, paymentRequiredBy, priceGuarantedUntil }: Offer['holdOptions']): string {
  return `{"available":${available},"paymentRequiredBy":${quoted(paymentRequiredBy)},"priceGuarantedUntil":${quoted(priceGuarantedUntil)}}`;
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

/** A frozen part is shared by many offers: its text is kept with it. */
function sharedJson(part: object): string {
  return Object.isFrozen(part) ? textOf(part) : JSON.stringify(part);
}

const textOf = once((part: object) => JSON.stringify(part));
