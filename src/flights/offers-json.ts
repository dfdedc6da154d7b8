import type { Offer } from '../api.ts';
import type { TrackedOffer } from './flight-provider.ts';

/**
 * The offers as JSON text, the same as JSON.stringify makes of them, byte for byte: put together from parts
 * of which the large ones were written down before, because writing them down again is half of a search.
 */
export function offersJson(tracked: readonly TrackedOffer[]): string {
  let text = '[';
  for (const [index, { offer, source }] of tracked.entries()) {
    text += (index === 0 ? '' : ',') + offerJson(offer, source.itinerary.slicesJson);
  }
  return `${text}]`;
}

/** Texts without quotation marks, backslashes or control characters (ids, instants, codes, amounts) stand as they are. */
function offerJson(offer: Offer, slicesJson: string): string {
  return (
    `{"offerId":"${offer.offerId}","gdsprovider":${offer.gdsprovider},"expiresAt":"${offer.expiresAt}"` +
    `,"totalAmount":${offer.totalAmount},"currency":"${offer.currency}"` +
    `,"originalCurrency":${originalCurrencyJson(offer.originalCurrency)}` +
    `,"holdOptions":${holdOptionsJson(offer.holdOptions)},"holdId":${quoted(offer.holdId)}` +
    `,"supportedPassengerIdDocuments":${sharedJson(offer.supportedPassengerIdDocuments)}` +
    `,"passengerIdentityDocumentsRequired":${offer.passengerIdentityDocumentsRequired}` +
    `,"supportedLoyaltyPrograms":${sharedJson(offer.supportedLoyaltyPrograms)}` +
    `,"airline":${sharedJson(offer.airline)},"passengers":${sharedJson(offer.passengers)}` +
    `,"conditions":${conditionsJson(offer.conditions)},"slices":${slicesJson},"CO2EmissionsKg":${offer.CO2EmissionsKg}}`
  );
}

function originalCurrencyJson({ code, totalAmount, rate }: Offer['originalCurrency']): string {
  return `{"code":"${code}","totalAmount":${totalAmount},"rate":${rate}}`;
}

function holdOptionsJson({ available, paymentRequiredBy, priceGuarantedUntil }: Offer['holdOptions']): string {
  return `{"available":${available},"paymentRequiredBy":${quoted(paymentRequiredBy)},"priceGuarantedUntil":${quoted(priceGuarantedUntil)}}`;
}

function conditionsJson({ refundBeforeDeparture, changeBeforeDeparture }: Offer['conditions']): string {
  return `{"refundBeforeDeparture":${conditionJson(refundBeforeDeparture)},"changeBeforeDeparture":${conditionJson(changeBeforeDeparture)}}`;
}

function conditionJson(condition: Offer['conditions']['refundBeforeDeparture']): string {
  if (condition === null) return 'null';
  const { allowed, penaltyAmount, currency } = condition;
  return `{"allowed":${allowed},"penaltyAmount":${quoted(penaltyAmount)},"currency":${quoted(currency)}}`;
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

/** A frozen part is shared by many offers: its text is kept with it. */
function sharedJson(part: object): string {
  if (!Object.isFrozen(part)) return JSON.stringify(part);
  let text = texts.get(part);
  if (text === undefined) {
    text = JSON.stringify(part);
    texts.set(part, text);
  }
  return text;
}

const texts = new WeakMap<object, string>();
