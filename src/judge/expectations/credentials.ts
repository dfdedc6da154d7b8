import type { View } from '../conduct.ts';
import type { Exchange } from '../exchange.ts';
import type { Knowledge } from '../knowledge.ts';

/** The operations that §4 and §5 ask the key pair for. */
export const flightOperations = ['searchFlights', 'createFlightOrder', 'getFlightOffer', 'getRequiredFields'] as const;

/**
 * Whether the recording leaves Authorization out, as the sanitized recordings of browsers do: a request without it was
 * accepted, earlier or now. What such a recording does not show, the client may have sent.
 */
export function leavesOutAuthorization({ exchange, known }: View): boolean {
  if (exchange.request.header('authorization') === undefined && exchange.response?.status === 200) without.add(known);
  return without.has(known);
}

/** How Authorization is written: null where it is redacted so far that this does not show. */
export function isBearer(value: string): boolean | null {
  if (/^Bearer +\S+$/i.test(value)) return true;
  // The redaction of taxiway keeps the scheme, and shows the key as sk_… or by its last four characters.
  if (/^(sk_\S*|…\S{4})$/.test(value)) return false;
  return isRedacted(value) ? null : false;
}

/** The two halves of X-Service-Id; null where it is not two texts and a colon between them. */
export function readServiceId(value: string): { publicKey: string; profileCode: string } | null {
  const colon = value.lastIndexOf(':');
  const [publicKey, profileCode] = [value.slice(0, colon), value.slice(colon + 1)];
  return colon > 0 && profileCode !== '' && !/\s/.test(value) ? { publicKey, profileCode } : null;
}

/** Whether the profile code stands first. */
export function isSwapped({ publicKey, profileCode }: { publicKey: string; profileCode: string }): boolean {
  return publicKey.startsWith('dp_') && !profileCode.startsWith('dp_');
}

/** The profile code that a request names; undefined where it names none. */
export function profileCodeOf({ request }: Exchange): string | undefined {
  return readServiceId(request.header('x-service-id') ?? '')?.profileCode;
}

export function isRedacted(value: string): boolean {
  return /…|\*{3}|redacted|\[filtered\]/i.test(value);
}

const without = new WeakSet<Knowledge>();
