import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { fieldOf, offersIn } from '../knowledge.ts';

/** How a token that was sent differs from the issued one that it was made from. */
export interface TokenEdit {
  issued: string;
  /** "percent-encoded", for example. */
  how: string;
  /** Whether the client looked into it: an opaque token is decoded by nobody but the service. */
  isDecoded: boolean;
  /** Whether nothing but an edit explains it, so that it needs no knowledge of all issued tokens. */
  isCertain: boolean;
}

type TransferOfferFields = Readonly<Record<string, unknown>> | undefined;

/**
 * The issued token that a token of an exchange was made from; undefined where it resembles none. What merely resembles
 * one counts only where all issued tokens are known. `offer`: whose token comes first.
 */
export function editOf(
  sent: string,
  { exchange, known }: Pick<View, 'exchange' | 'known'>,
  offer: TransferOfferFields,
): TokenEdit | undefined {
  const edits = editsIn(exchange);
  if (!edits.has(sent)) edits.set(sent, findEdit(sent, known, offer));
  const edit = edits.get(sent);
  return edit?.isCertain || known.gap === null ? edit : undefined;
}

/** Several checks ask for the same token, and the search for it takes long. */
const editsIn = memoizeByObject((_: JudgedExchange) => new Map<string, TokenEdit | undefined>());

function findEdit(sent: string, known: Knowledge, offer: TransferOfferFields): TokenEdit | undefined {
  const bare = new Set(readings(sent).map(bareOf));
  let nearest: TokenEdit | undefined;
  let compared = 0;
  for (const issued of issuedTokens(known, offer)) {
    if (compared++ > MAX_COMPARED) break;
    if (sent === issued || issued.length < MIN_LENGTH) continue;
    const edit = describeEdit(sent, issued, bare.has(bareOf(issued)), compared <= MAX_DECODED);
    if (edit?.isCertain) return edit;
    nearest ??= edit;
  }
  return nearest;
}

/** What a text can have been before it was encoded. */
function readings(sent: string): string[] {
  const once = percentDecoded(sent);
  const unescaped = sent.replaceAll('&#43;', '+').replaceAll('&amp;', '&');
  return [sent, once, percentDecoded(once), unescaped, Buffer.from(sent, 'base64').toString()];
}

/** Letters and digits only, in lower case: the same for a token and most of its forms. */
function bareOf(text: string): string {
  return letters(text).toLowerCase();
}

/** Tokens that responses returned: that of one offer, then those of the newest responses. */
function* issuedTokens({ pricings, transferSearches }: Knowledge, offer: TransferOfferFields): Generator<string> {
  if (typeof offer?.['bookingToken'] === 'string') yield offer['bookingToken'];
  for (const pricing of pricings.all().slice(-MAX_PRICINGS).reverse()) yield fieldOf(pricing, 'pricingToken') ?? '';
  for (const search of transferSearches.all().toReversed()) yield* bookingTokensIn(search);
}

function* bookingTokensIn(search: JudgedExchange): Generator<string> {
  for (const { bookingToken } of offersIn(search)) if (typeof bookingToken === 'string') yield bookingToken;
}

/** `isAlike`: the two have the same bare form. Whether it was decoded is looked at where `mayBeDecoded`. */
function describeEdit(sent: string, issued: string, isAlike: boolean, mayBeDecoded: boolean): TokenEdit | undefined {
  const decoding = isAlike || mayBeDecoded ? DECODINGS.find(({ apply }) => isForm(apply(issued), sent)) : undefined;
  if (decoding) return { issued, how: decoding.how, isDecoded: true, isCertain: true };
  const encoding = isAlike ? ENCODINGS.find(({ apply }) => isForm(apply(issued), sent)) : undefined;
  if (encoding) return { issued, how: encoding.how, isDecoded: false, isCertain: true };
  return describeDamage(sent, issued, isAlike);
}

/** A form counts where it is not the issued token and not so short that it says nothing. */
function isForm(form: string, sent: string): boolean {
  return form === sent && form.length >= MIN_LENGTH / 2;
}

function describeDamage(sent: string, issued: string, isAlike: boolean): TokenEdit | undefined {
  const isCertain = issued.length >= DISTINCTIVE_LENGTH;
  const damage = (how: string): TokenEdit => ({ issued, how, isDecoded: false, isCertain });
  if (sent.length >= MIN_LENGTH && issued.includes(sent)) return damage('cut');
  if (sent.includes(issued)) return damage('with something added');
  if (isAlike && letters(sent) === letters(issued)) return damage('with other punctuation');
  const same = sharedEnds(sent, issued);
  if (same < Math.max(sent.length, issued.length) * ALIKE) return undefined;
  // Numbers that count up are alike too.
  const isCounted = /^\d*$/.test(sent.slice(-4)) && /^\d*$/.test(issued.slice(-4));
  return { ...damage('with other characters in it'), isCertain: isCertain && !isCounted };
}

/** How many characters two texts share at their beginning and, beyond those, at their end. */
function sharedEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return start + end;
}

function letters(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const DECODINGS: readonly { how: string; apply: (token: string) => string }[] = [
  { how: 'decoded from Base64', apply: (token) => Buffer.from(token, 'base64').toString('utf8') },
  { how: 'decoded from Base64', apply: (token) => Buffer.from(token, 'base64').toString('latin1') },
  { how: 'decoded from hexadecimal digits', apply: (token) => Buffer.from(token, 'hex').toString('utf8') },
  { how: 'percent-decoded', apply: percentDecoded },
  {
    how: 'decoded from Base64 and encoded again',
    apply: (token) => Buffer.from(token, 'base64').toString('base64'),
  },
];

const ENCODINGS: readonly { how: string; apply: (token: string) => string }[] = [
  { how: 'in lower case', apply: (token) => token.toLowerCase() },
  { how: 'in upper case', apply: (token) => token.toUpperCase() },
  { how: 'percent-encoded', apply: encodeURIComponent },
  { how: 'percent-encoded', apply: encodeURI },
  { how: 'percent-encoded', apply: (token) => encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()) },
  { how: 'percent-encoded twice', apply: (token) => encodeURIComponent(encodeURIComponent(token)) },
  { how: 'encoded in Base64', apply: (token) => Buffer.from(token).toString('base64') },
  { how: 'encoded in Base64', apply: (token) => Buffer.from(token).toString('base64url') },
  { how: 'made safe for addresses', apply: (token) => token.replaceAll('+', '-').replaceAll('/', '_') },
  { how: 'with a blank for each +', apply: (token) => token.replaceAll('+', ' ') },
  { how: 'trimmed', apply: (token) => token.trim() },
  { how: 'without its padding', apply: (token) => token.replace(/=+$/, '') },
  { how: 'as JSON text', apply: (token) => JSON.stringify(token) },
  { how: 'escaped for HTML', apply: (token) => token.replaceAll('&', '&amp;').replaceAll('+', '&#43;') },
];

/** How many tokens one is compared with at most, and how many of them are pricingTokens. */
const MAX_COMPARED = 300;
const MAX_PRICINGS = 100;
/** How many of them are decoded to see whether that is what was sent. */
const MAX_DECODED = 40;
/** Shorter tokens are too much alike to recognise one. */
const MIN_LENGTH = 12;
const DISTINCTIVE_LENGTH = 20;
/** The share of characters that two tokens have in common when one was made from the other. */
const ALIKE = 0.8;
