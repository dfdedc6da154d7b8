import type { Offer } from '../api.ts';
import type { ProviderFare, TrackedOffer } from './flight-provider.ts';
import { once } from '../memory/once.ts';

/** A piece of JSON text, written down already or still to be. */
export type JsonPart = string | Buffer;

/**
 * The offers as JSON, the same as JSON.stringify makes of them, byte for byte: in parts, of which the large
 * ones were written down before. Writing them down again would be half of a search.
 */
export function offersJson(tracked: readonly TrackedOffer[]): JsonPart[] {
  const parts: JsonPart[] = [];
  const parties = new Map<Offer['passengers'], string>();
  for (const { offer, source } of tracked) {
    let passengers = parties.get(offer.passengers);
    if (passengers === undefined) parties.set(offer.passengers, (passengers = JSON.stringify(offer.passengers)));
    const { before, after } = writtenFare(source.fare);
    parts.push((parts.length === 0 ? '[' : ',') + ownJson(offer), before, passengers, after);
  }
  return parts.length === 0 ? ['[]'] : [...parts, ']'];
}

/** What is this offer's alone. These texts hold no quotation marks, backslashes or control characters: they stand as they are. */
function ownJson(offer: Offer): string {
  return (
    `{"offerId":"${offer.offerId}","gdsprovider":${offer.gdsprovider},"expiresAt":"${offer.expiresAt}"` +
    `,"totalAmount":${offer.totalAmount},"currency":"${offer.currency}"` +
    `,"originalCurrency":${originalCurrencyJson(offer.originalCurrency)}` +
    `,"holdOptions":${holdOptionsJson(offer.holdOptions)},"holdId":${quoted(offer.holdId)}`
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

/** What all offers of a fare share, before and after the passengers. */
const writtenFare = once((fare: ProviderFare) => ({
  before: keptBytes(
    `,"supportedPassengerIdDocuments":${JSON.stringify(fare.requirements.allowedDocuments)}` +
    `,"passengerIdentityDocumentsRequired":${fare.requirements.identityDocuments}` +
    `,"supportedLoyaltyPrograms":${JSON.stringify(fare.supportedLoyaltyPrograms)}` +
    `,"airline":${JSON.stringify(fare.airline)},"passengers":`,
  ),
  after: keptBytes(
    `,"conditions":${JSON.stringify(fare.conditions)},"slices":${JSON.stringify(fare.slices)},"CO2EmissionsKg":${fare.co2EmissionsKg}}`,
  ),
}));

/** Not from the pool that short-lived buffers share: a kept piece would keep its whole page. */
function keptBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
