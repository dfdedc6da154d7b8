import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { fieldOf, offersIn } from '../knowledge.ts';

/** The difference between a sent token and its issued original. */
export interface TokenEdit {
  issued: string;
  /** "percent-encoded", for example. */
  how: string;
  /** True if the client decoded the token. It is opaque to all but the service. */
  isDecoded: boolean;
  /** True if only an edit can explain the difference, even without all issued tokens known. */
  isCertain: boolean;
}

type TransferOfferFields = Readonly<Record<string, unknown>> | undefined;

/**
 * Returns the issued token behind an edited one; undefined if it resembles none. Mere resemblance counts only if all
 * issued tokens are known. `offer`: its tokens come first.
 */
export function editOf(
  sent: string,
  { exchange, known }: Pick<View, 'exchange' | 'known'>,
  offer: TransferOfferFields,
): TokenEdit | undefined {
  const edits = editsIn(exchange);
  if (!edits.has(sent)) edits.set(sent, findEdit(sent, known, offer));
  const edit = edits.get(sent);
  return edit?.isCertain || known.gapFor(sent) === null ? edit : undefined;
}

/** Cache: several checks ask for the same token, and the search takes long. */
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

/** Returns the possible texts before encoding. */
function readings(sent: string): string[] {
  const once = percentDecoded(sent);
  const unescaped = sent.replaceAll('&#43;', '+').replaceAll('&amp;', '&');
  return [sent, once, percentDecoded(once), unescaped, Buffer.from(sent, 'base64').toString()];
}

/** Returns the letters and digits in lower case: equal for a token and most edited forms. */
function bareOf(text: string): string {
  return letters(text).toLowerCase();
}

/** Generates the returned tokens: first the offer's, then those from the latest responses. */
function* issuedTokens({ pricings, transferSearches }: Knowledge, offer: TransferOfferFields): Generator<string> {
  if (typeof offer?.['bookingToken'] === 'string') yield offer['bookingToken'];
  for (const pricing of pricings.all().slice(-MAX_PRICINGS).reverse()) yield fieldOf(pricing, 'pricingToken') ?? '';
  for (const search of transferSearches.all().toReversed()) yield* bookingTokensIn(search);
}

function* bookingTokensIn(search: JudgedExchange): Generator<string> {
  for (const { bookingToken } of offersIn(search)) if (typeof bookingToken === 'string') yield bookingToken;
}

/** Returns the edit. `isAlike`: the two have the same bare form. Checks for decoding only if `mayBeDecoded`. */
function describeEdit(sent: string, issued: string, isAlike: boolean, mayBeDecoded: boolean): TokenEdit | undefined {
  const decoding = isAlike || mayBeDecoded ? DECODINGS.find(({ apply }) => isForm(apply(issued), sent)) : undefined;
  if (decoding) return { issued, how: decoding.how, isDecoded: true, isCertain: true };
  const encoding = isAlike ? ENCODINGS.find(({ apply }) => isForm(apply(issued), sent)) : undefined;
  if (encoding) return { issued, how: encoding.how, isDecoded: false, isCertain: true };
  return describeDamage(sent, issued, isAlike);
}

/** True for a form equal to the sent token and long enough to be significant. */
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
  // Sequential numbers resemble each other too.
  const isCounted = /^\d*$/.test(sent.slice(-4)) && /^\d*$/.test(issued.slice(-4));
  return { ...damage('with other characters in it'), isCertain: isCertain && !isCounted };
}

/** Counts the characters that two texts share at their beginning and, beyond those, at their end. */
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

/** Maximum comparisons for one token: with all tokens, and with pricingTokens. */
const MAX_COMPARED = 300;
const MAX_PRICINGS = 100;
/** Maximum tokens to decode for the comparison. */
const MAX_DECODED = 40;
/** Minimum token length. Shorter tokens are too similar to recognise one. */
const MIN_LENGTH = 12;
const DISTINCTIVE_LENGTH = 20;
/** Share that an edited token has in common with its original. */
const ALIKE = 0.8;
