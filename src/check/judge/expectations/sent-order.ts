import type { ConductCheck, View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge, KnownOffer } from '../knowledge.ts';
import { findAsked } from './asked-fields.ts';
import { profileCodeOf } from './credentials.ts';
import type { Fields } from './sent-body.ts';
import { entriesOf, fieldsOf, hiddenIn } from './sent-body.ts';
import type { Alignment } from './total-segments.ts';
import { alignSegments } from './total-segments.ts';
import type { UnlistedField } from './unlisted-fields.ts';
import { findUnlisted } from './unlisted-fields.ts';

/** An order with its related responses. Cached, because many checks read it. */
export class SentOrder {
  readonly exchange: JudgedExchange;
  readonly known: Knowledge;
  /** Reason if the fields are hidden; null otherwise. */
  readonly hidden: string | null;
  readonly fields: Fields;
  readonly passengers: readonly Fields[];
  readonly tracked: TrackedOffer;
  /** The tracked offer's passengers, by place; empty if the offer is unknown. */
  readonly offered: readonly Fields[];
  readonly unlisted: readonly UnlistedField[];
  /** The client's required-fields response for the offer; null without one. */
  readonly required: { fields: Fields; exchange: JudgedExchange } | null;
  #asked: readonly (Fields | null)[] | undefined;
  #segments: Alignment | null | undefined;

  constructor(view: View) {
    const { exchange, known } = view;
    const offerId = exchange.parameters['offerId'] ?? '';
    this.exchange = exchange;
    this.known = known;
    this.hidden = hiddenIn(exchange.request.body);
    this.fields = fieldsOf(exchange.request.body);
    this.passengers = entriesOf(this.fields['passengers']);
    this.tracked = findTrackedOffer(view, offerId);
    this.offered = entriesOf(this.tracked.offer?.['passengers']);
    this.unlisted = findUnlisted(this.fields, this.passengers);
    this.required = known.requiredFieldsOf(offerId, exchange.began) ?? null;
  }

  /** Required fields for each ordered passenger; null if unknown. */
  get asked(): readonly (Fields | null)[] {
    return (this.#asked ??= findAsked(this.required?.fields, this.passengers, this.offered));
  }

  /** The totalSegments entries next to the offer's segments; null if either is missing. */
  get segments(): Alignment | null {
    if (this.#segments === undefined) this.#segments = alignSegments(this.fields, this.tracked.offer ?? {});
    return this.#segments;
  }
}

/** The ordered offer, and its source. */
interface TrackedOffer {
  /**
   * `own`: from a response to the same profile. `other`: from a response to another profile. `none`: from no response.
   */
  from: 'own' | 'other' | 'none';
  offer: Readonly<Record<string, unknown>> | null;
  /** The response with the offer. */
  exchange: KnownOffer['exchange'] | null;
  /** Reason for an unknown offer; empty if it is known. */
  unknown: string;
}

/** Returns a check for orders with a readable body; others stay undecided. */
export function onOrder(judge: (view: View, order: SentOrder) => void): ConductCheck['judge'] {
  return (view) => {
    const order = orderOf(view);
    if (order.hidden === null) judge(view, order);
    else view.undecided(order.hidden);
  };
}

/** Returns a check that compares orders with their offer; undecided if the offer is unknown. */
export function onTrackedOrder(judge: (view: View, order: SentOrder, offer: Fields) => void): ConductCheck['judge'] {
  return onOrder((view, order) => {
    const { offer, unknown } = order.tracked;
    if (offer) judge(view, order, offer);
    else view.undecided(unknown);
  });
}

/** Returns the judged order. */
export function orderOf(view: View): SentOrder {
  if (latest?.exchange !== view.exchange || latest.known !== view.known) latest = new SentOrder(view);
  return latest;
}

/** Finds an offer in the responses to this profile, then in those to others. */
function findTrackedOffer(view: View, offerId: string): TrackedOffer {
  const own = view.known.flightOffer(offerId);
  if (own) return { from: 'own', ...own, unknown: '' };
  const other = shownToOthers(view, offerId);
  if (other) return { from: 'other', ...other, unknown: '' };
  return { from: 'none', offer: null, exchange: null, unknown: view.known.gap ?? 'no response had this offer' };
}

/** Returns the offer from a response to another profile, if both requests name their profiles. */
function shownToOthers(view: View, offerId: string): KnownOffer | undefined {
  const profile = profileCodeOf(view.exchange);
  if (profile === undefined) return undefined;
  let left = MAX_OTHERS;
  for (const known of view.knownToOthers()) {
    if (left-- === 0) break;
    const found = known.flightOffer(offerId);
    const owner = found && profileCodeOf(found.exchange);
    if (owner !== undefined && owner !== profile) return found;
  }
  return undefined;
}

let latest: SentOrder | undefined;
/** Maximum other profiles to search: enough for one client's brands, and fast for an invented id. */
const MAX_OTHERS = 20;
