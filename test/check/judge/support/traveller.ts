import type { Sketch } from './exchanges.ts';

type More = Partial<Sketch>;

/** The calls of one traveller, as a client makes them that keeps the rules; each can be changed. */
export interface Traveller {
  readonly ids: { searchId: string; resultId: string; bookingToken: string; pricingToken: string };
  readonly reservationId: string;
  readonly confirmationNumber: string;
  search(more?: More): Sketch;
  price(sent?: object, more?: More): Sketch;
  /** `outcome`: the status of the booking result, or of the response where it is a number, or null for none. */
  book(outcome: Outcome, sent?: object, more?: More): Sketch;
  read(outcome: Outcome, query?: Record<string, string>, more?: More): Sketch;
  cancel(sent?: object, more?: More): Sketch;
  track(query?: Record<string, string>, more?: More): Sketch;
  changes: {
    readonly searchId: string;
    readonly pricingToken: string;
    search(sent?: object, more?: More): Sketch;
    price(sent?: object, more?: More): Sketch;
    confirm(outcome: Outcome, sent?: object, more?: More): Sketch;
    read(outcome: Outcome, query?: Record<string, string>, more?: More): Sketch;
  };
}

export type Outcome = 'completed' | 'pending' | 'failed' | number | null;

interface Trip {
  /** Name of the traveller. */
  name?: string;
  pickupDateTime?: string;
}

/** `key` makes the identifiers: two travellers with the same name and another key try the same trip twice. */
export function traveller(key: string, { name = key, pickupDateTime = '2027-03-15T11:30:00' }: Trip = {}): Traveller {
  const made = identifiers(key);
  const reservation = reservationOf(key, name, made);
  const changed = identifiers(`${key}-change`);
  const replacement = { ...reservationOf(`${key}-change`, name, changed), replaces: reservation.reservationId };
  return {
    ids: made,
    reservationId: reservation.reservationId,
    confirmationNumber: reservation.confirmationNumber,
    search: (more) => ({
      operation: 'searchTransfers',
      sent: { ...ROUTE, pickupDateTime, passengers: 2 },
      received: found(made, pickupDateTime),
      ...more,
    }),
    price: (sent, more) => pricing(made, sent, more),
    book: (outcome, sent, more) => ({
      operation: 'bookTransfer',
      sent: { ...made, traveller: personOf(name), ...sent },
      ...resultOf(outcome, made, reservation),
      ...more,
    }),
    read: (outcome, query = { searchId: made.searchId }, more = {}) => ({
      ...reading(query),
      ...resultOf(outcome, made, reservation),
      ...more,
    }),
    cancel: (sent, more) => ({
      operation: 'cancelReservation',
      sent: { reservationId: reservation.reservationId, ...sent },
      received: { reservationId: reservation.reservationId, state: 'cancelled', liveMode: false },
      ...more,
    }),
    track: (query = { reservationId: reservation.reservationId }, more = {}) => ({
      operation: 'getTracking',
      target: `/reservations/tracking?${new URLSearchParams(query).toString()}`,
      received: { reservationId: reservation.reservationId, liveMode: false },
      ...more,
    }),
    changes: {
      searchId: changed.searchId,
      pricingToken: changed.pricingToken,
      search: (sent, more) => ({
        operation: 'searchReservationChanges',
        sent: { reservationId: reservation.reservationId, pickupDateTime: LATER, ...sent },
        received: { ...found(changed, LATER), reservationId: reservation.reservationId },
        ...more,
      }),
      price: (sent, more) => pricing(changed, sent, more),
      confirm(outcome, sent, more) {
        const { bookingToken: _ordinary, ...confirmed } = changed;
        return {
          operation: 'confirmReservationChange',
          sent: { reservationId: reservation.reservationId, ...confirmed, ...sent },
          ...resultOf(outcome, changed, replacement),
          ...more,
        };
      },
      read: (outcome, query = { searchId: changed.searchId }, more = {}) => ({
        ...reading(query),
        ...resultOf(outcome, changed, replacement),
        ...more,
      }),
    },
  };
}

function identifiers(key: string) {
  return {
    searchId: `search-${key}`,
    resultId: `result-${key}`,
    bookingToken: `bt_V2h8K1m4+q7x0c3V6/b9N2-${key}=`,
    pricingToken: `pt_d1F4g7j0+v2h8K1m4/q7X0-${key}=`,
  };
}

function reservationOf(key: string, name: string, { searchId, resultId }: ReturnType<typeof identifiers>) {
  return {
    reservationId: `reservation-${key}`,
    confirmationNumber: `TX-${key.toUpperCase()}`,
    state: 'confirmed',
    searchId,
    resultId,
    traveller: personOf(name),
  };
}

/** The responses of a search: the wanted offer comes second. */
function found({ searchId, resultId, bookingToken }: ReturnType<typeof identifiers>, pickupDateTime: string) {
  const other = { resultId: `${resultId}-other`, bookingToken: `bt_other+${bookingToken}`, expiresAt: EXPIRES_AT };
  return {
    searchId,
    pickup: { iataCode: 'MAD', address: 'Aeropuerto' },
    dropoff: { iataCode: null, address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: `${pickupDateTime}+01:00`,
    returnPickupDateTime: null,
    offers: [other, { resultId, bookingToken, expiresAt: EXPIRES_AT }],
    liveMode: false,
  };
}

function pricing(ids: ReturnType<typeof identifiers>, sent: object = {}, more: More = {}): Sketch {
  const { searchId, resultId, bookingToken, pricingToken } = ids;
  return {
    operation: 'priceTransfer',
    sent: { searchId, resultId, bookingToken, ...sent },
    received: { pricingToken, searchId, resultId, expiresAt: EXPIRES_AT, liveMode: false },
    ...more,
  };
}

function reading(query: Record<string, string>): Sketch {
  return {
    operation: 'getReservation',
    target: `/reservations/details?${new URLSearchParams(query).toString()}`,
  };
}

function resultOf(outcome: Outcome, { searchId }: { searchId: string }, reservation: object): More {
  if (outcome === null) return { status: null };
  if (typeof outcome === 'number') return { status: outcome, received: { code: 'refused', liveMode: false } };
  const isDone = outcome === 'completed';
  return {
    received: {
      status: outcome,
      completed: isDone,
      searchId,
      reservations: isDone ? [reservation] : [],
      ...(outcome === 'failed' && { error: { code: 'supplier_rejected', message: 'The supplier refused.' } }),
      liveMode: false,
    },
  };
}

function personOf(name: string) {
  return { firstName: name, lastName: 'Byron', email: `${name}@example.com`, phoneNumber: '+447700900123' };
}

const ROUTE = { pickup: { iataCode: 'MAD' }, dropoff: { address: 'Calle de Alcalá 42, Madrid' } };
const LATER = '2027-03-15T13:00:00';
const EXPIRES_AT = '2027-01-10T12:20:00.000Z';
