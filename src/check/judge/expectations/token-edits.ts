import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { percentDecoded } from '../../../base/pointer.ts';
import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';

/** The difference between a sent token and its issued original. */
export interface TokenEdit {
  issued: string;
  /** "percent-encoded", for example. */
  how: string;
  /** True if the client decoded the token. It is opaque to all but the service. */
  isDecoded: boolean;
  /** True if only an edit can explain the difference, even if some issued tokens are unknown. */
  isCertain: boolean;
}

type TransferOfferFields = Readonly<Record<string, unknown>> | undefined;

/**
 * Returns the issued token behind an edited one; undefined if it resembles none. Mere resemblance counts only if all
 * issued tokens are known. The tokens of `offer` are tried first.
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

/** An index of their forms finds encoded and decoded tokens at once. Only the latest tokens are searched for damage. */
function findEdit(sent: string, known: Knowledge, offer: TransferOfferFields): TokenEdit | undefined {
  const issued = [
    { place: known.pricings, key: 'pricingToken', compared: 100 },
    { place: known.transferSearches, key: 'bookingToken', compared: 200 },
  ] as const;
  const own = typeof offer?.['bookingToken'] === 'string' ? [offer['bookingToken']] : [];
  const forms = [sent, ...readings(sent).map(bareOf)];
  const alike = issued.flatMap(({ place, key }) => forms.flatMap((form) => place.nameWith(key, form, formsOf) ?? []));
  const latest = issued.flatMap(({ place, key, compared }) => place.latest(key, compared));
  let nearest: TokenEdit | undefined;
  for (const [i, token] of [...own, ...alike, ...latest].entries()) {
    if (sent === token || token.length < MIN_LENGTH) continue;
    const edit = describeEdit(sent, token, i < own.length + alike.length);
    if (edit?.isCertain) return edit;
    nearest ??= edit;
  }
  return nearest;
}

/** Returns the forms that show an issued token: its letters and digits, and its decoded forms. */
function formsOf(issued: string): string[] {
  const decoded = DECODINGS.map(({ apply }) => apply(issued));
  return [bareOf(issued), ...decoded.filter((form) => form !== issued && form.length >= MIN_LENGTH / 2)];
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

/** Returns the edit. `isAlike`: the two may have a form in common. */
function describeEdit(sent: string, issued: string, isAlike: boolean): TokenEdit | undefined {
  const decoding = isAlike ? DECODINGS.find(({ apply }) => isForm(apply(issued), sent)) : undefined;
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

/** Minimum token length. Shorter tokens are too similar to each other. */
const MIN_LENGTH = 12;
const DISTINCTIVE_LENGTH = 20;
/** Minimum share that an edited token has in common with its original. */
const ALIKE = 0.8;
