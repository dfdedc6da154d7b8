import { setTimeout as wait } from 'node:timers/promises';
import { demoHeaders } from '../requests.ts';

/**
 * Clients that search, price and book in a loop, each call at the next replica. A booking without a response, or with
 * one of the service's errors, is in doubt: it is sent again, unchanged, until the service says what became of it.
 */
export class Travellers {
  readonly #addresses: () => readonly string[];
  readonly #bookings: Booking[] = [];
  #calls = 0;
  #done = 0;
  #isRunning = true;

  constructor(addresses: () => readonly string[]) {
    this.#addresses = addresses;
  }

  start(): Promise<unknown> {
    return Promise.all(Array.from({ length: TRAVELLERS }, () => this.#travel()));
  }

  /** Resolves once some more bookings are acknowledged. */
  async progress(): Promise<void> {
    const before = this.#done;
    while (this.#isRunning && this.#done < before + TRAVELLERS) await wait(10);
  }

  async stop(running: Promise<unknown>): Promise<void> {
    this.end();
    await running;
  }

  end(): void {
    this.#isRunning = false;
  }

  /** Reads every booking that was sent, acknowledged or not. */
  async count(): Promise<Counts> {
    const counts = { sent: this.#bookings.length, inDoubt: 0, acknowledged: 0, lost: 0, doubled: 0 };
    for (const { searchId, reservationId, wasInDoubt } of this.#bookings) {
      const { reservations } = await this.#surely<{ reservations: { reservationId: string }[] }>(
        `/reservations/details?searchId=${searchId}`,
      );
      const isThere = reservations.some((one) => one.reservationId === reservationId);
      counts.inDoubt += wasInDoubt ? 1 : 0;
      counts.acknowledged += reservationId === undefined ? 0 : 1;
      counts.lost += reservationId === undefined || isThere ? 0 : 1;
      counts.doubled += reservations.length > 1 ? 1 : 0;
    }
    return counts;
  }

  async #travel(): Promise<void> {
    while (this.#isRunning) {
      const { searchId, offers } = await this.#surely<{ searchId: string; offers: Offer[] }>('/search', TRIP);
      const [{ resultId, bookingToken }] = offers as [Offer];
      const names = { searchId, resultId, bookingToken };
      const { pricingToken } = await this.#surely<{ pricingToken: string }>('/pricing', names);
      const booking: Booking = { searchId, reservationId: undefined, wasInDoubt: false };
      this.#bookings.push(booking);
      const request = { ...names, pricingToken, traveller: TRAVELLER, flight: FLIGHT };
      const booked = await this.#surely<{ reservations: { reservationId: string }[] }>('/book', request, () => {
        booking.wasInDoubt = true;
      });
      booking.reservationId = booked.reservations[0]?.reservationId;
      if (booking.reservationId === undefined) throw new Error(`a booking failed: ${JSON.stringify(booked)}`);
      this.#done += 1;
    }
  }

  /** Repeats a call until it returns 200. */
  async #surely<Body>(path: string, body?: object, onDoubt: () => void = () => undefined): Promise<Body> {
    for (;;) {
      const response = await this.#call(path, body).catch(() => undefined);
      if (response?.status === 200) return response.body as Body;
      if (response && response.status < 500) throw new Error(`${path}: ${JSON.stringify(response)}`);
      onDoubt();
      await wait(PAUSE_MS);
    }
  }

  async #call(path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const addresses = this.#addresses();
    const address = addresses[this.#calls++ % addresses.length] ?? '';
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: demoHeaders,
      signal: AbortSignal.timeout(CALL_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}

interface Booking {
  searchId: string;
  /** Undefined until the booking is acknowledged. */
  reservationId: string | undefined;
  wasInDoubt: boolean;
}

interface Counts {
  sent: number;
  inDoubt: number;
  acknowledged: number;
  lost: number;
  doubled: number;
}

interface Offer {
  resultId: string;
  bookingToken: string;
}

const TRAVELLERS = 6;
const PAUSE_MS = 20;
const CALL_MS = 25_000;
const TRIP = {
  pickup: { iataCode: 'MAD' },
  dropoff: { address: 'Calle de Alcalá 42, Madrid' },
  pickupDateTime: '2090-03-15T11:30:00',
  passengers: 1,
};
const TRAVELLER = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
const FLIGHT = { airlineIataCode: 'IB', flightNumber: '3166' };
