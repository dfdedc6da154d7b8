import { LEFT_OUT } from '../../../exchange/exchange.ts';
import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { isRedacted } from '../redacted-values.ts';
import { isPlaceholder } from './identifiers.ts';

/** The operations with a key pair in §4 and §5. */
export const flightOperations = ['searchFlights', 'createFlightOrder', 'getFlightOffer', 'getRequiredFields'] as const;

/**
 * Returns the state in which a request has its Authorization header. `left-out`: the client may have sent it, but the
 * recording never shows it, like sanitized browser recordings. The service accepted a request without it, earlier or
 * now.
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

/** True if Authorization uses the Bearer scheme; null if redaction hides the scheme. */
export function isBearer(value: string): boolean | null {
  const key = /^Bearer +(\S+)$/i.exec(value)?.[1];
  if (key !== undefined) return !isPlaceholder(key) && !/^(?:pk_|["'<{])/.test(key);
  // The redaction of taxiway keeps the scheme, and shows the key as sk_… or by its last four characters.
  if (/^(sk_\S*|…\S{4})$/.test(value)) return false;
  return isRedacted(value) ? null : false;
}

/** Splits X-Service-Id into its two halves; null unless it has two possible keys around one colon. */
export function readServiceId(value: string): { publicKey: string; profileCode: string } | null {
  const colon = value.lastIndexOf(':');
  if (colon === -1) return null;
  const [publicKey, profileCode] = [value.slice(0, colon), value.slice(colon + 1)];
  if (isPlaceholder(publicKey) || isPlaceholder(profileCode) || publicKey === profileCode) return null;
  return /[\s:]|^sk_/.test(publicKey) || /\s/.test(profileCode) ? null : { publicKey, profileCode };
}

/** True if the profile code is first. */
export function isSwapped({ publicKey, profileCode }: { publicKey: string; profileCode: string }): boolean {
  return publicKey.startsWith('dp_') && !profileCode.startsWith('dp_');
}

/** Returns the profile code in a request; undefined without one. */
export function profileCodeOf({ request }: JudgedExchange): string | undefined {
  return readServiceId(request.header('x-service-id') ?? '')?.profileCode;
}

const showing = new WeakSet<Knowledge>();
const without = new WeakSet<Knowledge>();
