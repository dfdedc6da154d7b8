import type { Offer } from '../api.ts';
import { memoizeByObject } from '../cache/memoize-by-object.ts';
import type { ProviderFare, TrackedOffer } from './flight-provider.ts';

/** A piece of JSON text, written down already or still to be. */
export type JsonPart = string | Buffer;

/**
 * The offers as JSON, the same as JSON.stringify makes of them, byte for byte: in parts, of which the large
 * ones were written down before. Writing them down again would be half of a search.
 */
export function offersJson(tracked: readonly TrackedOffer[]): JsonPart[] {
  const parts: JsonPart[] = [];
  const written: Written = { parties: new Map(), starts: new Map(), currencies: new Map() };
  for (const { offer, source } of tracked) {
    const { before, after } = writtenFare(source.fare);
    parts.push((parts.length === 0 ? '[' : ',') + ownJson(offer, written), before, partyJson(offer, written), after);
  }
  parts.push(parts.length === 0 ? '[]' : ']');
  return parts;
}

/** What several offers of one list have in common, written down once. */
interface Written {
  parties: Map<Offer['passengers'], string>;
  /** By their offers' end. */
  starts: Map<string, string>;
  /** By the code of the provider's currency. */
  currencies: Map<string, { before: string; after: string }>;
}

/** What is this offer's alone. These texts hold no quotation marks, backslashes or control characters: they stand as they are. */
function ownJson(offer: Offer, written: Written): string {
  const { before, after } = currencyJson(offer, written);
  return (
    `{"offerId":"${offer.offerId}","gdsprovider":${offer.gdsprovider}${startJson(offer, written)}` +
    `${amountJson(offer.totalAmount)}${before}${amountJson(offer.originalCurrency.totalAmount)}${after}` +
    `${holdOptionsJson(offer.holdOptions)},"holdId":${quoted(offer.holdId)}`
  );
}

function partyJson({ passengers }: Offer, { parties }: Written): string {
  let text = parties.get(passengers);
  if (text === undefined) parties.set(passengers, (text = JSON.stringify(passengers)));
  return text;
}

function startJson({ expiresAt }: Offer, { starts }: Written): string {
  let text = starts.get(expiresAt);
  if (text === undefined) starts.set(expiresAt, (text = `,"expiresAt":"${expiresAt}","totalAmount":`));
  return text;
}

function currencyJson(
  { currency, originalCurrency: { code, rate } }: Offer,
  { currencies }: Written,
): { before: string; after: string } {
  let text = currencies.get(code);
  if (text === undefined) {
    text = {
      before: `,"currency":"${currency}","originalCurrency":{"code":"${code}","totalAmount":`,
      after: `,"rate":${rate}},"holdOptions":`,
    };
    currencies.set(code, text);
  }
  return text;
}

/** Units and hundredths are written from what stands ready: most amounts occur once, and writing a fraction is dear. */
function amountJson(amount: number): string {
  const cents = Math.round(amount * 100);
  if (cents / 100 !== amount || cents >= MAX_CENTS) return `${amount}`;
  const rest = cents % 100;
  return `${(cents - rest) / 100}${HUNDREDTHS[rest]}`;
}

const HUNDREDTHS = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));
/** Larger amounts are written with an exponent some time. */
const MAX_CENTS = 1e15;

function holdOptionsJson({ available, paymentRequiredBy, priceGuarantedUntil }: Offer['holdOptions']): string {
  return available
    ? `{"available":true,"paymentRequiredBy":${quoted(paymentRequiredBy)},"priceGuarantedUntil":${quoted(priceGuarantedUntil)}}`
    : '{"available":false,"paymentRequiredBy":null,"priceGuarantedUntil":null}';
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

/** What all offers of a fare share, before and after the passengers. */
const writtenFare = memoizeByObject((fare: ProviderFare) => ({
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
