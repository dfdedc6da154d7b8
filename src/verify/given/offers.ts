import type { Offer, PassengerType } from '../../api.ts';
import { describeOutcome } from '../answers/expectations.ts';
import { select } from '../answers/select.ts';
import { Unmet } from '../verdict.ts';
import type { Exchange } from '../http/exchange.ts';
import { supportedDocuments } from './flight-order.ts';
import type { Trial } from '../run/trial.ts';

/** What an offer has to be like to be of use to a check. */
export interface OfferWish {
  gdsprovider?: number;
  /** Can be held, or cannot. */
  hold?: boolean;
  /** Asks for identity documents, or does not. */
  documents?: boolean;
  /** Has dni among its documents. */
  dni?: boolean;
  /** Who flies; one adult when not given. */
  types?: readonly PassengerType[];
  roundTrip?: boolean;
  /** Anything else. */
  that?: (offer: Offer) => boolean;
}

/**
 * Offers of the target, each given away once: a search brings a dozen, and what one check does not use, another may.
 * A search is made when none at hand will do, on one route of the target after the other.
 */
export class OfferPool {
  readonly #shelves = new Map<string, Offer[]>();
  /** Offers that were on a shelf: a target may answer the same search with the same offers. */
  readonly #known = new Set<string>();
  #daysLater = 0;

  /** An offer as wished that nobody else gets. Throws Unmet when no route has one. */
  async take(trial: Trial, wish: OfferWish = {}): Promise<Offer> {
    const { types = ['adult'], roundTrip = false } = wish;
    const shelfName = JSON.stringify([trial.keys.profileCode, types, roundTrip]);
    const shelf = this.#shelves.get(shelfName) ?? [];
    this.#shelves.set(shelfName, shelf);
    const taken = takeFrom(shelf, wish, trial.now());
    if (taken) return taken;
    let seen = 0;
    let outcome = '';
    for (const route of trial.target.routes) {
      const search = await trial.searchFlights({ route, types, roundTrip });
      let offers = offersOf(search);
      let fresh = this.#learn(offers);
      if (offers.length > 0 && fresh.length === 0) {
        offers = offersOf(await trial.searchFlights({ route, types, roundTrip, daysLater: ++this.#daysLater % MOST_DAYS_LATER }));
        fresh = this.#learn(offers);
      }
      outcome = describeOutcome(search);
      seen += offers.length;
      shelf.push(...fresh);
      const found = takeFrom(shelf, wish, trial.now());
      if (found) return found;
    }
    const expired = shelf.filter((offer) => isEnding(offer, trial.now())).length;
    throw new Unmet(`no search on ${trial.target.routes.map((route) => route.join('-')).join(', ')} had an offer ${describeWish(wish)} (${seen} offers were seen${expired > 0 ? `, ${expired} of them expired or about to` : ''}; the last search was answered ${outcome})`);
  }

  #learn(offers: readonly Offer[]): Offer[] {
    return offers.filter(({ gdsprovider, offerId }) => {
      const name = `${gdsprovider}/${offerId}`;
      return !this.#known.has(name) && this.#known.add(name);
    });
  }
}

function offersOf(search: Exchange): Offer[] {
  return select(search.response.body, '/offers/*').map(({ value }) => value).filter(isUsable);
}

function takeFrom(shelf: Offer[], wish: OfferWish, now: number): Offer | undefined {
  const index = shelf.findIndex((offer) => fits(offer, wish) && !isEnding(offer, now));
  return index === -1 ? undefined : shelf.splice(index, 1)[0];
}

function isEnding({ expiresAt }: Offer, now: number): boolean {
  return Date.parse(expiresAt) < now + SPARE_MS;
}

function fits(offer: Offer, { gdsprovider, hold, documents, dni, that }: OfferWish): boolean {
  return (gdsprovider === undefined || offer.gdsprovider === gdsprovider)
    && (hold === undefined || (offer.holdOptions?.available === true) === hold)
    && (documents === undefined || (offer.passengerIdentityDocumentsRequired === true) === documents)
    && (dni === undefined || supportedDocuments(offer).includes('dni') === dni)
    && (that === undefined || that(offer));
}

/** Has what it takes to be ordered; everything else about it is for checks to find wrong. */
function isUsable(value: unknown): value is Offer {
  const { offerId, gdsprovider, passengers, slices } = (value ?? {}) as Record<string, unknown>;
  return typeof offerId === 'string' && offerId !== '' && gdsprovider !== undefined
    && Array.isArray(passengers) && passengers.every((passenger) => typeof passenger === 'object' && passenger !== null)
    && Array.isArray(slices) && slices.every((slice) => Array.isArray((slice as { segments?: unknown } | null)?.segments));
}

function describeWish({ gdsprovider, hold, documents, dni, types, roundTrip, that }: OfferWish): string {
  const words = [
    gdsprovider !== undefined && `of gdsprovider ${gdsprovider}`,
    hold !== undefined && `that can${hold ? '' : 'not'} be held`,
    documents !== undefined && `that asks for ${documents ? '' : 'no '}identity documents`,
    dni !== undefined && `with${dni ? '' : 'out'} dni among its documents`,
    types && `for ${types.join(', ')}`,
    roundTrip && 'for a round trip',
    that && 'with what this check is about',
  ].filter(Boolean);
  return words.join(', ') || 'that can be ordered';
}

/** An offer that is about to expire would make a check fail for the wrong reason. */
const SPARE_MS = 30_000;

/** Other days have other offers, where a target answers a search from a cache. */
const MOST_DAYS_LATER = 28;
