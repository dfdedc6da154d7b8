import type { Offer, PassengerType } from '../../api.ts';
import { describeOutcome } from '../answers/expectations.ts';
import { select } from '../answers/select.ts';
import { Unmet } from '../verdict.ts';
import type { Exchange } from '../http/exchange.ts';
import type { FlightSearchWish, Trial } from '../run/trial.ts';
import { supportedDocuments } from './flight-order.ts';

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
  #repeated = 0;

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
      const { search, offers, fresh } = await this.#search(trial, { route, types, roundTrip });
      outcome = describeOutcome(search);
      seen += offers.length;
      shelf.push(...fresh);
      const found = takeFrom(shelf, wish, trial.now());
      if (found) return found;
    }
    const expired = shelf.filter((offer) => isEnding(offer, trial.now())).length;
    throw new Unmet(
      `no search on ${trial.target.routes.map((route) => route.join('-')).join(', ')} had an offer ${describeWish(wish)} (${seen} offers were seen${expired > 0 ? `, ${expired} of them expired or about to` : ''}; the last search was answered ${outcome})`,
    );
  }

  /** Where a search has known offers only, another day has others. */
  async #search(trial: Trial, wish: FlightSearchWish): Promise<Found> {
    const found = this.#look(trial, await trial.searchFlights(wish));
    if (found.offers.length === 0 || found.fresh.length > 0) return found;
    return this.#look(
      trial,
      await trial.searchFlights({ ...wish, daysLater: 1 + (this.#repeated++ % MOST_DAYS_LATER) }),
    );
  }

  #look({ keys }: Trial, search: Exchange): Found {
    const offers = select(search.response.body, '/offers/*')
      .map(({ value }) => value)
      .filter(isUsable);
    const fresh = offers.filter(({ gdsprovider, offerId }) => {
      const name = `${keys.profileCode}/${gdsprovider}/${offerId}`;
      return !this.#known.has(name) && this.#known.add(name);
    });
    return { search, offers, fresh };
  }
}

interface Found {
  search: Exchange;
  offers: readonly Offer[];
  /** Those that no search had before. */
  fresh: readonly Offer[];
}

function takeFrom(shelf: Offer[], wish: OfferWish, now: number): Offer | undefined {
  const index = shelf.findIndex((offer) => fits(offer, wish) && !isEnding(offer, now));
  return index === -1 ? undefined : shelf.splice(index, 1)[0];
}

function isEnding({ expiresAt }: Offer, now: number): boolean {
  return Date.parse(expiresAt) < now + SPARE_MS;
}

function fits(offer: Offer, { gdsprovider, hold, documents, dni, that }: OfferWish): boolean {
  return (
    (gdsprovider === undefined || offer.gdsprovider === gdsprovider) &&
    (hold === undefined || (offer.holdOptions?.available === true) === hold) &&
    (documents === undefined || (offer.passengerIdentityDocumentsRequired === true) === documents) &&
    (dni === undefined || supportedDocuments(offer).includes('dni') === dni) &&
    (that === undefined || that(offer))
  );
}

/** Has what it takes to be ordered; everything else about it is for checks to find wrong. */
function isUsable(value: unknown): value is Offer {
  const { offerId, gdsprovider, passengers, slices } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof offerId === 'string' &&
    offerId !== '' &&
    gdsprovider !== undefined &&
    Array.isArray(passengers) &&
    passengers.every((passenger) => typeof passenger === 'object' && passenger !== null) &&
    Array.isArray(slices) &&
    slices.every((slice) => Array.isArray((slice as { segments?: unknown } | null)?.segments))
  );
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

const MOST_DAYS_LATER = 28;
