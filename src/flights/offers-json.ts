import type { Offer } from '../api.ts';
import type { TrackedOffer } from './flight-provider.ts';
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
  for (const { offer } of tracked) {
    let passengers = parties.get(offer.passengers);
    if (passengers === undefined) parties.set(offer.passengers, (passengers = JSON.stringify(offer.passengers)));
    const { before, after } = termsOf(offer);
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

/** The parts that all offers of one fare share, before and after the passengers. */
interface Terms {
  airline: Offer['airline'];
  conditions: Offer['conditions'];
  documents: Offer['supportedPassengerIdDocuments'];
  loyalty: Offer['supportedLoyaltyPrograms'];
  required: boolean;
  emissions: number;
  before: Buffer;
  after: Buffer;
}

/** Kept with the slices, and used as long as the rest of the offer is the same too. */
function termsOf(offer: Offer): Terms {
  const kept = keptTerms(offer.slices);
  let terms = kept.find((known) => isOf(known, offer));
  if (!terms) {
    terms = writeTerms(offer);
    kept.push(terms);
    if (kept.length > TERMS_KEPT) kept.shift();
  }
  return terms;
}

function isOf(terms: Terms, offer: Offer): boolean {
  return terms.conditions === offer.conditions
    && terms.airline === offer.airline
    && terms.documents === offer.supportedPassengerIdDocuments
    && terms.loyalty === offer.supportedLoyaltyPrograms
    && terms.required === offer.passengerIdentityDocumentsRequired
    && terms.emissions === offer.CO2EmissionsKg;
}

function writeTerms(offer: Offer): Terms {
  const { airline, conditions, slices, supportedPassengerIdDocuments: documents, supportedLoyaltyPrograms: loyalty } = offer;
  const { passengerIdentityDocumentsRequired: required, CO2EmissionsKg: emissions } = offer;
  return {
    airline,
    conditions,
    documents,
    loyalty,
    required,
    emissions,
    before: keptBytes(
      `,"supportedPassengerIdDocuments":${JSON.stringify(documents)},"passengerIdentityDocumentsRequired":${required}` +
      `,"supportedLoyaltyPrograms":${JSON.stringify(loyalty)},"airline":${JSON.stringify(airline)},"passengers":`,
    ),
    after: keptBytes(`,"conditions":${JSON.stringify(conditions)},"slices":${JSON.stringify(slices)},"CO2EmissionsKg":${emissions}}`),
  };
}

/** Not from the pool that short-lived buffers share: a kept piece would keep its whole page. */
function keptBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

const keptTerms = once((_slices: object): Terms[] => []);
const TERMS_KEPT = 4;
