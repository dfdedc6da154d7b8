import type { BookRequest, Schema, TransferOffer } from '../../api.ts';
import { bookingStatus, isAccepted, isRefused } from '../answers/expectations.ts';
import { isText } from '../answers/kinds.ts';
import { select } from '../answers/select.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial, TrialCall } from '../run/trial.ts';
import type { Target } from '../target/target.ts';
import { Unmet } from '../verdict.ts';

/** An offer of a transfer search and what its search was called. */
export interface FoundTransfer {
  searchId: string;
  offer: TransferOffer;
  /** The answer to the search. */
  search: Exchange;
}

/** The same with its price. */
export interface PricedTransfer extends FoundTransfer {
  pricingToken: string;
  pricing: Exchange;
}

/** What a booking needs to know; without the token it is one that cannot be. */
export type BookableTransfer = FoundTransfer & Partial<Pick<PricedTransfer, 'pricingToken'>>;

/** A completed booking. */
export interface BookedTransfer extends PricedTransfer {
  reservation: Schema['Reservation'];
  booking: Exchange;
}

/** A transfer search that has nothing wrong about it, unless `changes` puts it there. */
export function searchTransfers(
  trial: Trial,
  changes: Readonly<Record<string, unknown>> = {},
  call: TrialCall = {},
): Promise<Exchange> {
  const { pickup, dropoff, departureDate } = trial.target;
  const body = {
    pickup: toPlace(pickup),
    dropoff: toPlace(dropoff),
    pickupDateTime: `${departureDate}T${nextTime(trial.target)}:00`,
    passengers: 2,
    ...changes,
  };
  return trial.call('searchTransfers', { body, ...call });
}

/** An offer of a new search, the first that is as wished. Throws Unmet when there is none. */
export async function findTransfer(
  trial: Trial,
  wanted: (offer: TransferOffer) => boolean = () => true,
  changes = {},
): Promise<FoundTransfer> {
  return pickOffer(
    trial.given(await searchTransfers(trial, changes), 'needs a transfer offer, and the search gave none'),
    wanted,
  );
}

/** An offer of an answer to a search or a change search. Throws Unmet when there is none as wished. */
export function pickOffer(search: Exchange, wanted: (offer: TransferOffer) => boolean = () => true): FoundTransfer {
  const { searchId } = (search.response.body ?? {}) as { searchId?: unknown };
  const offers = usableOffers(search);
  const offer = offers.find(wanted);
  if (!isText(searchId) || !offer)
    throw new Unmet(
      `needs a transfer offer with a resultId and a bookingToken; of ${offers.length} none was fit for this check`,
    );
  return { searchId, offer, search };
}

/** Another offer of the same search. Throws Unmet when there is none. */
export function pickAnother({ search, offer }: FoundTransfer): FoundTransfer {
  return pickOffer(
    search,
    ({ resultId, bookingToken }) => resultId !== offer.resultId && bookingToken !== offer.bookingToken,
  );
}

/** The offers of an answer that have what it takes to be priced. */
export function usableOffers(search: Exchange): TransferOffer[] {
  return select(search.response.body, '/offers/*')
    .map(({ value }) => value)
    .filter(isUsable);
}

/** Prices an offer, with no amenities. */
export function priceTransfer(
  trial: Trial,
  { searchId, offer }: FoundTransfer,
  changes = {},
  call: TrialCall = {},
): Promise<Exchange> {
  return trial.call('priceTransfer', {
    body: { searchId, resultId: offer.resultId, bookingToken: offer.bookingToken, ...changes },
    ...call,
  });
}

/** A found offer with its price. Throws Unmet when there is none. */
export async function pricedTransfer(trial: Trial, found?: FoundTransfer): Promise<PricedTransfer> {
  const transfer = found ?? (await findTransfer(trial));
  const pricing = trial.given(await priceTransfer(trial, transfer), 'needs a priced transfer, and pricing was refused');
  const { pricingToken } = (pricing.response.body ?? {}) as { pricingToken?: unknown };
  if (!isText(pricingToken)) throw new Unmet('needs a pricingToken, and pricing answered none');
  return { ...transfer, pricingToken, pricing };
}

/** A complete booking of a priced transfer: with the flight and the names where the offer needs them. */
export function bookRequest({ searchId, offer, pricingToken }: BookableTransfer): BookRequest {
  return {
    searchId,
    resultId: offer.resultId,
    bookingToken: offer.bookingToken,
    ...(pricingToken !== undefined && { pricingToken }),
    traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
    ...(offer.flightInfoRequired && { flight: { airlineIataCode: 'IB', flightNumber: '3166' } }),
    ...(offer.extraPassengersRequired && { extraPassengers: [{ firstName: 'Bess', lastName: 'Byron' }] }),
  };
}

/** Books, with the complete booking unless `changes` say otherwise; a name with undefined is left out. */
export function bookTransfer(
  trial: Trial,
  priced: BookableTransfer,
  changes: object = {},
  call: TrialCall = {},
): Promise<Exchange> {
  return trial.call('bookTransfer', { body: { ...bookRequest(priced), ...changes }, ...call });
}

/** A booking that completed, of an offer as wished, whatever it says of the reservation. Throws Unmet when none comes about. */
export async function completedBooking(
  trial: Trial,
  wanted?: (offer: TransferOffer) => boolean,
  changes: object = {},
): Promise<PricedTransfer & { booking: Exchange }> {
  const priced = await pricedTransfer(trial, await findTransfer(trial, wanted));
  const booking = await bookTransfer(trial, priced, changes);
  trial.given(booking, 'needs a completed booking', bookingStatus(booking) === 'completed');
  return { ...priced, booking };
}

/** The same with its reservation. */
export async function bookedTransfer(
  trial: Trial,
  wanted?: (offer: TransferOffer) => boolean,
  changes: object = {},
): Promise<BookedTransfer> {
  const { booking, ...priced } = await completedBooking(trial, wanted, changes);
  const reservation = select(booking.response.body, '/reservations/0')[0]?.value as Schema['Reservation'] | undefined;
  if (!isText(reservation?.reservationId))
    throw new Unmet('needs a reservation with a reservationId, and the completed booking had none');
  return { ...priced, reservation, booking };
}

/** Reads a reservation by one of its keys. */
export function readReservation(
  trial: Trial,
  query: Readonly<Record<string, string>>,
  call: TrialCall = {},
): Promise<Exchange> {
  return trial.call('getReservation', { query, ...call });
}

/** A read that finds no booking: it is refused, or answers an empty list (transfer.reservation-not-found). */
export function findsNothing(read: Exchange): boolean {
  const empty =
    read.response.status === 200 &&
    !['completed', 'pending'].includes(String(bookingStatus(read))) &&
    select(read.response.body, '/reservations/*').length === 0;
  return isRefused(read) || empty;
}

/** Searches offers for a change of a reservation, by default to two hours later. */
export function searchChanges(
  trial: Trial,
  reservationId: string,
  changes: object = { pickupDateTime: `${trial.target.departureDate}T13:30:00` },
  call: TrialCall = {},
): Promise<Exchange> {
  return trial.call('searchReservationChanges', { body: { reservationId, ...changes }, ...call });
}

/** An offer of a search for the change of a reservation. Throws Unmet when there is none. */
export async function findChange(trial: Trial, reservationId: string, changes?: object): Promise<FoundTransfer> {
  return pickOffer(
    trial.given(
      await searchChanges(trial, reservationId, changes),
      'needs offers for a change, and the change search gave none',
    ),
  );
}

/** Confirms a change that was priced. */
export function confirmChange(
  trial: Trial,
  reservationId: string,
  { searchId, offer, pricingToken }: PricedTransfer,
  changes: object = {},
  call: TrialCall = {},
): Promise<Exchange> {
  return trial.call('confirmReservationChange', {
    body: { reservationId, searchId, resultId: offer.resultId, pricingToken, ...changes },
    ...call,
  });
}

/** The call that was refused with a flaw, made without it: only that shows what it was refused for. Throws Unmet when it is refused as well. */
export function givenWithoutFlaw(trial: Trial, exchange: Exchange, call: string): Exchange {
  return trial.given(exchange, `${call} is refused without the flaw too`, isAccepted(exchange));
}

/** An offer that can be amended, as far as it says, so that a change can be made of it. */
export function amendable(offer: TransferOffer): boolean {
  return offer.cancellation?.amendable !== false;
}

/** Another minute of the morning for each search of a run: a target may answer the same search with the same searchId. */
function nextTime(target: Target): string {
  const count = searches.get(target) ?? 0;
  searches.set(target, count + 1);
  return `${String(8 + (Math.floor(count / 60) % 4)).padStart(2, '0')}:${String(count % 60).padStart(2, '0')}`;
}

const searches = new WeakMap<Target, number>();

function isUsable(value: unknown): value is TransferOffer {
  const { resultId, bookingToken } = (value ?? {}) as Record<string, unknown>;
  return isText(resultId) && isText(bookingToken);
}

function toPlace(place: string): Schema['Place'] {
  return /^[A-Z]{3}$/.test(place) ? { iataCode: place } : { address: place };
}
