import { STATUS_CODES } from 'node:http';
import type { Request } from 'express';
import express from 'express';
import type { OperationId } from '../../../src/interface/api.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import type { WireResponse } from '../../defects/plants.ts';
import { alterBodies, alterIncoming, alterRequests, alterResponses, around, together } from '../../defects/plants.ts';
import type { Wire } from '../../defects/wire.ts';

/**
 * Gives error responses another body; liveMode stays, as every response has it. `sentence` is the message of the error.
 */
export function errorBodies(
  make: (body: Wire, sentence: string, status: number) => object,
  contentType?: string,
): Seam {
  return alterResponses((response) => {
    if (response.status < 400) return;
    response.body = { ...make(response.body, sentenceOf(response), response.status), liveMode: response.body.liveMode };
    if (contentType) setHeader(response, 'Content-Type', contentType);
  });
}

/** Gives the reads of a completed booking another form. */
export function readsOf(make: (reservation: object) => object): Seam {
  return alterResponses((response, { path }) => {
    const [reservation] = response.body.reservations ?? [];
    if (response.status === 200 && path.endsWith('/reservations/details') && reservation)
      response.body = { ...make(reservation), liveMode: response.body.liveMode };
  });
}

export function setHeader(response: WireResponse, name: string, value: string | null): void {
  for (const own of Object.keys(response.headers))
    if (own.toLowerCase() === name.toLowerCase()) delete response.headers[own];
  if (value !== null) response.headers[name] = value;
}

/** RFC 9457. */
export function problem(sentence: string, status: number): object {
  return { type: 'about:blank', title: STATUS_CODES[status], status, detail: sentence };
}

/** Statuses for errors of the operations whose statuses are assumed. */
export function transferStatuses(of: (code: string) => number): Seam {
  return alterResponses((response, { path }) => {
    if (response.status === 400 && !path.startsWith('/v1/')) response.status = of(response.body.code);
  });
}

/**
 * Another form of what stands under some names, wherever it does: `back` undoes it, and leaves alone what was never
 * given out.
 */
export function renamed(
  names: readonly string[],
  out: (value: string) => string,
  back: (value: string) => string,
): Seam {
  const inUrl = (req: Request): void => {
    const url = new URL(req.url, 'http://localhost');
    for (const name of names) {
      const value = url.searchParams.get(name);
      if (value !== null) url.searchParams.set(name, back(value));
    }
    const ofOffer =
      names.includes('offerId') &&
      /^(\/v1\/flights\/(?:order|order\/required-fields|offers)\/\d+\/)([^/]+)$/.exec(url.pathname);
    reroute(
      req,
      (ofOffer ? ofOffer[1] + encodeURIComponent(back(decodeURIComponent(ofOffer[2]))) : url.pathname) + url.search,
    );
  };
  return together(
    alterResponses(({ body }) => walk(body, names, out)),
    alterRequests(everything, ({ body }) => walk(body, names, back)),
    alterIncoming(inUrl),
  );
}

/** The same for the ids of the passengers of one provider's offers. */
export function passengerIds(gdsprovider: number, out: (id: string) => string, back: (id: string) => string): Seam {
  return together(
    alterBodies(['searchFlights', 'getFlightOffer'], (body) => {
      for (const offer of body.offers ?? [body.offerData]) {
        if (offer.gdsprovider !== gdsprovider) continue;
        for (const passenger of offer.passengers) passenger.id = out(passenger.id);
      }
    }),
    alterRequests(['createFlightOrder'], ({ body, path }) => {
      if (!path.includes(`/order/${gdsprovider}/`)) return;
      for (const passenger of body.passengers) {
        passenger.id = back(passenger.id);
        if (passenger.infant_passenger_id) passenger.infant_passenger_id = back(passenger.infant_passenger_id);
      }
    }),
  );
}

/** An undocumented property in every object of every response. */
export function moreFields(): Seam {
  return alterResponses(({ body }) =>
    eachObject(body, (object) => {
      Object.assign(object, { extension: { of: ['a', 1, null] }, rank: 7, note: null });
    }),
  );
}

/** Changes segments, slices included or not. */
export function eachSegment(offer: Wire, change: (segment: Wire) => void): void {
  for (const slice of offer.slices) slice.segments.forEach(change);
}

export function eachPlace(offer: Wire, change: (place: Wire) => void): void {
  for (const slice of offer.slices)
    for (const { departure, arrival } of [slice, ...slice.segments]) [departure, arrival].forEach(change);
}

/** The same search returns the same offers until they expire. */
export function cachedSearches(operationId: 'searchFlights' | 'searchTransfers'): Seam {
  const responses = new Map<string, Wire>();
  return around([operationId], async (run, call, req) => {
    const key = JSON.stringify([call.profile.code, req.url, req.body]);
    const known = responses.get(key);
    if (known?.offers.every(({ expiresAt }: { expiresAt: string }) => Date.parse(expiresAt) > call.now))
      return { body: structuredClone(known) };
    const response = await run(call, req);
    responses.set(key, structuredClone(response.body));
    return response;
  });
}

/** A pending booking is read pending this often before its outcome shows. */
export function longPending(reads: number): Seam {
  const left = new Map<string, number>();
  return together(
    alterBodies(['bookTransfer', 'confirmReservationChange'], (body) => {
      if (body.status === 'pending') left.set(body.searchId, reads);
    }),
    alterBodies(['getReservation'], (body) => {
      const more = left.get(body.searchId) ?? 0;
      left.set(body.searchId, more - 1);
      if (more > 0) return pendingOf(body);
    }),
  );
}

/** A booking is never completed at once: its reads tell. */
export function pendingFirst(): Seam {
  return alterBodies(['bookTransfer', 'confirmReservationChange'], (body) => {
    if (body.status === 'completed') return pendingOf(body);
  });
}

/** A change leaves the reservation its identifiers. Two reservations of the sandbox appear as one. */
export function changesInPlace(): Seam {
  const latest = new Map<string, { reservationId: string }>();
  const original = new Map<string, { reservationId: string; confirmationNumber: string }>();
  const seen = new Map<string, { reservationId: string; confirmationNumber: string }>();
  return together(
    alterResponses(({ body }) => {
      const reservations: Wire[] = body?.reservations ?? [];
      for (const reservation of reservations) {
        const { reservationId, confirmationNumber, replaces } = reservation;
        const first = seen.get(replaces);
        if (first && !original.has(reservationId)) {
          original.set(reservationId, first);
          latest.set(replaces, { reservationId });
        }
        seen.set(reservationId, { reservationId, confirmationNumber });
        if (original.has(reservationId)) Object.assign(reservation, original.get(reservationId), { replaces: null });
      }
    }),
    alterRequests(everything, ({ body }) => walk(body, ['reservationId'], (id) => latest.get(id)?.reservationId ?? id)),
    alterIncoming((req) =>
      reroute(
        req,
        req.url.replace(/(?<=[?&]reservationId=)\w+/, (id) => latest.get(id)?.reservationId ?? id),
      ),
    ),
  );
}

/** The response there is that of an unknown address. */
export function missing(...paths: readonly RegExp[]): Seam {
  return alterIncoming((req) => {
    if (paths.some((path) => path.test(req.path))) reroute(req, '/no/such/address');
  });
}

/** Another address of a request, before anybody looks at it. */
export function reroute(req: Request, url: string): void {
  req.url = url;
  req.originalUrl = url;
}

/** No control API, as in any other implementation of the service. */
export function withoutControl(): Seam {
  return {
    app(app) {
      const outer = express();
      outer.disable('x-powered-by');
      outer.use('/_sandbox', (_, res) => {
        res.status(404).json({ error: 'Not Found' });
      });
      outer.use(app);
      return outer;
    },
  };
}

/** Only what the document speaks of is looked at. */
export function ignoringUnknownFields(): Seam {
  return alterRequests(['createFlightOrder'], ({ body }) => {
    keep(body, ORDER_FIELDS);
    for (const passenger of body.passengers ?? []) keep(passenger, PASSENGER_FIELDS);
  });
}

const everything: readonly OperationId[] = [
  'searchFlights',
  'getFlightOffer',
  'getRequiredFields',
  'createFlightOrder',
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'getDriverAndVehicle',
  'getTracking',
  'cancelReservation',
];

function pendingOf(body: Wire): object {
  const { error: _, ...rest } = body;
  return { ...rest, status: 'pending', completed: false, reservations: [] };
}

function keep(object: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(object)) if (!names.includes(name)) delete object[name];
}

function sentenceOf({ body }: WireResponse): string {
  return [body.message].flat().join(' ');
}

function walk(value: unknown, names: readonly string[], change: (value: string) => string): void {
  eachObject(value, (object) => {
    for (const name of names) if (typeof object[name] === 'string') object[name] = change(object[name]);
  });
}

function eachObject(value: unknown, change: (object: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) eachObject(inner, change);
  if (!Array.isArray(value)) change(value as Record<string, unknown>);
}

const ORDER_FIELDS = [
  'currency',
  'type',
  'holdId',
  'passengers',
  'totalSegments',
  'originalPrice',
  'userId',
  'user_id',
];
const PASSENGER_FIELDS = [
  'id',
  'type',
  'title',
  'firstName',
  'lastName',
  'gender',
  'bornDate',
  'email',
  'phone_number',
  'country',
  'NationalID',
  'infant_passenger_id',
  'identity_documents',
  'loyaltyProgrammeAccounts',
  'userId',
  'user_id',
];

/** Returns an earlier result of the same subject where the service refuses a second request for it. */
export function returnsAgain(
  operationIds: readonly OperationId[],
  code: string,
  subjectOf: (req: Request) => unknown,
): Seam {
  const made = new Map<unknown, Wire>();
  return around(operationIds, async (run, call, req) => {
    const subject = subjectOf(req);
    try {
      const result: { body: Wire } = await run(call, req);
      if (result.body.error?.code === code && made.has(subject)) return { body: made.get(subject) };
      if (result.body.status !== 'failed') made.set(subject, result.body);
      return result;
    } catch (error) {
      if (error instanceof Refusal && error.code === code && made.has(subject)) return { body: made.get(subject) };
      throw error;
    }
  });
}

/** Makes a hold from an order without a type, if its offer can be held. */
export function holdsByDefault(): Seam {
  const holds = new Map<unknown, string>();
  return together(
    alterBodies(['searchFlights'], ({ offers }) => {
      for (const { offerId, holdOptions, holdId } of offers) if (holdOptions.available) holds.set(offerId, holdId);
    }),
    alterRequests(['createFlightOrder'], ({ body, params }) => {
      const holdId = holds.get(params['offerId']);
      if (body.type === undefined && holdId !== undefined) Object.assign(body, { type: 'hold', holdId });
    }),
  );
}
