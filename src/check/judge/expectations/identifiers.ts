import { isRecord } from '../../../base/values/kinds.ts';
import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { fieldOf, reservationsIn, sentField } from '../knowledge.ts';

/** Transfer identifiers in responses, §2.7. */
export type IdentifierName =
  | 'searchId'
  | 'resultId'
  | 'bookingToken'
  | 'pricingToken'
  | 'reservationId'
  | 'confirmationNumber';

/** True if a request can be judged by its body: the body is recorded, and is absent or a JSON object. */
export function hasBody({ request }: JudgedExchange): boolean {
  return request.body.kind === 'none' || (request.body.kind === 'json' && isRecord(request.body.value));
}

/** Returns an identifier from a request, preferably from its query; undefined if it is not a text. */
export function sentIdentifier(exchange: JudgedExchange, name: string): string | undefined {
  return exchange.query.find((entry) => entry[0] === name)?.[1] ?? sentField(exchange, name);
}

/** True for texts that commonly stand in for a missing value: `undefined`, `null`, or an empty text. */
export function isPlaceholder(value: string): boolean {
  return /^(|undefined|null|nan|none|nil|\[object object\]|\{\{?\w+\}?\}|:\w+)$/i.test(value.trim());
}

/** True if a response returned a value as this identifier. */
function isKnownAs(name: IdentifierName, value: string, known: Knowledge): boolean {
  switch (name) {
    case 'searchId':
      return !!known.transferSearch(value) || known.bookings.find((one) => isSearchIdIn(one, value)) === true;
    case 'resultId':
    case 'bookingToken':
      return !!known.transferOffer(name, value);
    case 'pricingToken':
      return !!known.pricing(value);
    case 'confirmationNumber':
      return !!known.reservation(name, value);
    case 'reservationId':
      return !!known.reservation(name, value) || known.bookings.find((one) => isLinkedIn(one, value)) === true;
  }
}

/** Returns the true identifier name for a value sent under another one. */
export function kindOf(value: string, known: Knowledge): IdentifierName | undefined {
  return NAMES.find((name) => isKnownAs(name, value, known));
}

/** True if a response to another profile returned a value as this identifier. */
export function isOfOther(view: View, name: IdentifierName, value: string): boolean {
  for (const known of view.knownToOthers()) if (isKnownAs(name, value, known)) return true;
  return false;
}

/**
 * Judges a sent identifier from an earlier response: kept, broken or undecided. `name` is also the property or query
 * parameter.
 */
export function judgeIdentifier(view: View, name: IdentifierName, value: string, pointer: string | null): void {
  const { known } = view;
  if (isKnownAs(name, value, known)) return view.kept();
  const kind = kindOf(value, known);
  const original = known.original(name, value);
  const expected = original === undefined ? `a ${name} from a response` : `the ${name} as received, "${original}"`;
  if (kind) return view.broken({ expected, actual: `a ${kind} in its place: "${value}"`, pointer });
  if (isPlaceholder(value)) return view.broken({ expected, actual: `"${value}"`, pointer });
  const gap = original === undefined ? gapFor(view, value) : whyAccepted(view.exchange);
  if (gap === null) return view.broken({ expected, actual: `"${value}", which none did`, pointer });
  if (!isOfOther(view, name, value)) return view.undecided(gap);
  view.broken({ expected, actual: `"${value}", which another profile received`, pointer });
}

/**
 * Returns the reason why a client may know an id that no response had: it may have received the id elsewhere, or the
 * service itself knows it. Null if there is no such reason.
 */
export function gapFor({ exchange, known }: Pick<View, 'exchange' | 'known'>, id: string | undefined): string | null {
  if (id === undefined) return known.gap;
  return known.gapFor(id) ?? whyAccepted(exchange);
}

/** Returns the reason if the service did what the request asks for; null otherwise. */
function whyAccepted({ response }: JudgedExchange): string | null {
  if (response?.status !== 200 || response.body.kind !== 'json') return null;
  const { value } = response.body;
  return isRecord(value) && value['status'] === 'failed' ? null : ACCEPTED;
}

const ACCEPTED = 'the service accepted an id that no recorded response had';

/** True if a booking result has this value as its search id. */
function isSearchIdIn(exchange: JudgedExchange, value: string): true | undefined {
  return fieldOf(exchange, 'searchId') === value || undefined;
}

/** True if a changed reservation has this value as its link: the two reservations name each other. */
function isLinkedIn(exchange: JudgedExchange, value: string): true | undefined {
  return reservationsIn(exchange).some((one) => one['replacedBy'] === value || one['replaces'] === value) || undefined;
}

const NAMES = [
  'searchId',
  'resultId',
  'bookingToken',
  'pricingToken',
  'reservationId',
  'confirmationNumber',
] as const satisfies readonly IdentifierName[];
