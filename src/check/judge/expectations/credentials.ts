import { LEFT_OUT } from '../../../exchange/exchange.ts';
import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { isPlaceholder } from './identifiers.ts';

/** The operations that §4 and §5 ask the key pair for. */
export const flightOperations = ['searchFlights', 'createFlightOrder', 'getFlightOffer', 'getRequiredFields'] as const;

/**
 * Whether a request has the header Authorization. `left-out`: the client may have sent it, but the recording shows it
 * with no request, as the sanitized recordings of browsers do: one without it was accepted, earlier or now.
 */
export function authorizationIn({ exchange, known }: View): 'sent' | 'missing' | 'left-out' {
  const value = exchange.request.header('authorization');
  if (value && value !== LEFT_OUT) {
    showing.add(known);
    return 'sent';
  }
  if (value !== '' && exchange.response?.status === 200) without.add(known);
  if (value === LEFT_OUT) return 'left-out';
  return without.has(known) && !showing.has(known) ? 'left-out' : 'missing';
}

/** How Authorization is written: null where it is redacted so far that this does not show. */
export function isBearer(value: string): boolean | null {
  const key = /^Bearer +(\S+)$/i.exec(value)?.[1];
  if (key !== undefined) return !isPlaceholder(key) && !/^(?:pk_|["'<{])/.test(key);
  // The redaction of taxiway keeps the scheme, and shows the key as sk_… or by its last four characters.
  if (/^(sk_\S*|…\S{4})$/.test(value)) return false;
  return isRedacted(value) ? null : false;
}

/** The two halves of X-Service-Id; null where it is not two texts with one colon between them, or one is no key. */
export function readServiceId(value: string): { publicKey: string; profileCode: string } | null {
  const colon = value.lastIndexOf(':');
  if (colon === -1) return null;
  const [publicKey, profileCode] = [value.slice(0, colon), value.slice(colon + 1)];
  if (isPlaceholder(publicKey) || isPlaceholder(profileCode) || publicKey === profileCode) return null;
  return /[\s:]|^sk_/.test(publicKey) || /\s/.test(profileCode) ? null : { publicKey, profileCode };
}

/** Whether the profile code stands first. */
export function isSwapped({ publicKey, profileCode }: { publicKey: string; profileCode: string }): boolean {
  return publicKey.startsWith('dp_') && !profileCode.startsWith('dp_');
}

/** The profile code that a request names; undefined where it names none. */
export function profileCodeOf({ request }: JudgedExchange): string | undefined {
  return readServiceId(request.header('x-service-id') ?? '')?.profileCode;
}

export function isRedacted(value: string): boolean {
  return /…|\*{3}|redacted|\[filtered\]/i.test(value);
}

const showing = new WeakSet<Knowledge>();
const without = new WeakSet<Knowledge>();
