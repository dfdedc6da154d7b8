import { isRecord } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import type { Area } from '../src/check/verify/contract.ts';
import { expectEvery, expectRefused, fail } from '../src/check/verify/expectations/expect.ts';
import { flightCalls } from '../src/check/verify/fixtures/flight-calls.ts';
import { flightOrder } from '../src/check/verify/fixtures/flight-order.ts';
import { PADDING } from '../src/check/verify/fixtures/header-positions.ts';
import { amendable } from '../src/check/verify/fixtures/transfer-requests.ts';
import {
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findTransfer,
  pricedTransfer,
  priceTransfer,
  readReservation,
  searchChanges,
  searchTransfers,
} from '../src/check/verify/fixtures/transfers.ts';
import type { CallOptions } from '../src/check/verify/http/client.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { pathOf } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { NotApplicable, PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { OperationId } from '../src/interface/api.ts';

const readings: readonly OperationId[] = [
  'searchFlights',
  'searchTransfers',
  'priceTransfer',
  'getReservation',
  'searchReservationChanges',
];
const bookings: readonly OperationId[] = ['createFlightOrder', 'bookTransfer', 'confirmReservationChange'];
const documented: readonly OperationId[] = [...readings, ...bookings];

const assumed: readonly OperationId[] = [
  'getFlightOffer',
  'getRequiredFields',
  'getDriverAndVehicle',
  'getTracking',
  'cancelReservation',
];

const area: Area = {
  name: 'service',
  contracts: [
    // ── Addresses ──────────────────────────────────────────────────────────────────────────────────
    {
      title: 'the calls that search, price and read are below the base URL',
      rules: ['service.base-url'],
      calls: readings,
      async check(trial) {
        await expectFound(trial, readings);
      },
    },
    {
      title: 'the calls that order, book and change are below the base URL',
      rules: ['service.base-url'],
      calls: bookings,
      async check(trial) {
        await expectFound(trial, bookings);
      },
    },
    {
      title: 'flights are searched with /v1 in the path',
      rules: ['versioning.flight-v1-path'],
      calls: ['searchFlights'],
      async check(trial) {
        const versioned = await trial.searchFlights();
        if (isSuccess(versioned)) return;
        // An additional alias harms no client. An alias instead of the address breaks the rule.
        const bare = await trial.send('POST', '/flights/search', { text: versioned.request.body ?? '' });
        if (isSuccess(bare))
          fail(
            versioned,
            'flights to be searched at /v1/flights/search',
            `${describeOutcome(versioned)}; /flights/search searches them`,
          );
        trial.requireSetup(versioned, 'needs a search that the target accepts');
      },
    },
    {
      title: 'flights are ordered with /v1 in the path',
      rules: ['versioning.flight-v1-path'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const offer = await trial.offer();
        const versioned = await trial.order(offer);
        if (isSuccess(versioned)) return;
        const path = `/flights/order/${offer.gdsprovider}/${encodeURIComponent(offer.offerId)}`;
        const bare = await trial.send('POST', path, { text: versioned.request.body ?? '' });
        if (isSuccess(bare))
          fail(versioned, `flights to be ordered at /v1${path}`, `${describeOutcome(versioned)}; ${path} orders them`);
        trial.requireSetup(versioned, 'needs an order that the target accepts');
      },
    },

    // ── Environments ───────────────────────────────────────────────────────────────────────────────
    {
      title: 'both journeys can be completed in the sandbox, with liveMode false at every step',
      rules: ['service.sandbox'],
      calls: documented,
      async check(trial) {
        if (trial.target.liveMode)
          throw new NotApplicable('the target is the live environment, and its sandbox has another base URL');
        const [walked] = await Promise.allSettled([walkJourneys(trial)]);
        for (const exchange of trial.exchanges) {
          const { status, value: body } = exchange;
          if ([401, 403].includes(status))
            fail(exchange, 'the sandbox to let its profile do every step of the journeys', describeOutcome(exchange));
          if (propertyOf(body, 'liveMode') === true)
            fail(exchange, 'liveMode false, as it is the sandbox', 'true', '/liveMode');
        }
        if (walked.status === 'rejected') throw walked.reason;
      },
    },
    {
      title: 'a search response has liveMode',
      rules: ['service.live-mode.every-response'],
      calls: ['searchFlights', 'searchTransfers'],
      async check(trial) {
        expectLiveMode(await trial.searchFlights(), await searchTransfers(trial));
      },
    },
    {
      title: 'the response to an invalid payload has liveMode',
      rules: ['service.live-mode.every-response'],
      calls: readings,
      async check(trial) {
        for (const operationId of readings) expectLiveMode(await trial.call(operationId, emptyCall(operationId)));
      },
    },
    {
      title: 'the response to an invalid order, booking or change has liveMode',
      rules: ['service.live-mode.every-response'],
      calls: bookings,
      async check(trial) {
        for (const operationId of bookings) expectLiveMode(await trial.call(operationId, emptyCall(operationId)));
      },
    },
    {
      title: 'the response to a caller without valid credentials has liveMode, on every path',
      rules: ['service.live-mode.every-response'],
      calls: documented,
      async check(trial) {
        for (const headers of [withoutCredentials(trial), { Authorization: 'Bearer nobody-has-this-key' }]) {
          for (const operationId of documented)
            expectLiveMode(await trial.call(operationId, { ...emptyCall(operationId), headers }));
        }
      },
    },
    {
      title: 'the response of an assumed operation has liveMode, if the operation exists',
      rules: ['service.live-mode.every-response'],
      calls: assumed,
      async check(trial) {
        for (const operationId of assumed) {
          for (const headers of [{}, withoutCredentials(trial)]) {
            const exchange = await trial.call(operationId, { ...emptyCall(operationId), headers });
            if (!NOBODY_THERE.includes(exchange.status)) expectLiveMode(exchange);
          }
        }
      },
    },
    {
      title: 'the response to an invalid JSON body has liveMode, on every path with a body',
      rules: ['service.live-mode.every-response'],
      calls: documented,
      async check(trial) {
        for (const operationId of documented.filter((one) => one !== 'getReservation')) {
          const { path } = emptyCall(operationId);
          for (const call of [{ text: '{' }, { text: '{}', headers: { 'Content-Type': 'text/plain' } }])
            expectLiveMode(await trial.call(operationId, { path, ...call }));
        }
      },
    },
    {
      title: 'the response of a failing service has liveMode, on every path',
      rules: ['service.live-mode.every-response'],
      calls: documented,
      scenarios: ['server-error', '502'],
      async check(trial) {
        const failing = { scenario: 'server-error' };
        const offer = await trial.offer();
        const { reservation } = await bookedTransfer(trial, amendable);
        const { reservationId } = reservation;
        const change = await pricedTransfer(trial, await findChange(trial, reservationId));
        const priced = await pricedTransfer(trial);
        expectLiveMode(await trial.searchFlights({}, failing), await trial.order(offer, flightOrder(offer), failing));
        for (const call of [failing, { scenario: '502' }])
          expectLiveMode(
            await searchTransfers(trial, {}, call),
            await priceTransfer(trial, priced, {}, call),
            await bookTransfer(trial, priced, {}, call),
            await readReservation(trial, { reservationId }, call),
            await searchChanges(trial, reservationId, undefined, call),
            await confirmChange(trial, reservationId, change, {}, call),
          );
      },
    },

    // ── Profiles ───────────────────────────────────────────────────────────────────────────────────
    {
      title: 'a flight search needs the credentials of a profile',
      rules: ['service.developer-profile'],
      calls: ['searchFlights'],
      async check(trial) {
        await expectProfileNeeded(trial, 'a flight search', (call) => trial.searchFlights({}, call));
      },
    },
    {
      title: 'a flight order needs the credentials of a profile',
      rules: ['service.developer-profile'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const offer = await trial.offer();
        await expectProfileNeeded(trial, 'an order', (call) => trial.order(offer, flightOrder(offer), call));
      },
    },
    {
      title: 'a read of an offer and of its required fields needs the credentials of a profile',
      rules: ['service.developer-profile'],
      calls: ['searchFlights', 'getFlightOffer', 'getRequiredFields'],
      async check(trial) {
        for (const { name, make } of flightCalls.filter(({ calls }) => !calls.includes('createFlightOrder'))) {
          const call = await make(trial);
          // The address is assumed.
          if (isAccepted(await call({}))) await expectProfileNeeded(trial, name, (options = {}) => call(options));
        }
      },
    },
    {
      title: 'transfer search and pricing need the credentials of a profile',
      rules: ['service.developer-profile'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        await expectProfileNeeded(trial, 'a transfer search', (call) => searchTransfers(trial, {}, call));
        const found = await findTransfer(trial);
        await expectProfileNeeded(trial, 'pricing', (call) => priceTransfer(trial, found, {}, call));
      },
    },
    {
      title: 'booking, reading and changing transfers need the credentials of a profile',
      rules: ['service.developer-profile'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'getReservation',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const priced = await pricedTransfer(trial);
        await expectProfileNeeded(trial, 'a booking', (call) => bookTransfer(trial, priced, {}, call));
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        await expectProfileNeeded(trial, 'a read', (call) => readReservation(trial, { reservationId }, call));
        await expectProfileNeeded(trial, 'a change search', (call) =>
          searchChanges(trial, reservationId, undefined, call),
        );
        const change = await pricedTransfer(trial, await findChange(trial, reservationId));
        await expectProfileNeeded(trial, 'a change', (call) => confirmChange(trial, reservationId, change, {}, call));
      },
    },
  ],
};

export default area;

/** Returns an empty request: enough to detect the operation, too little for a booking. */
function emptyCall(operationId: OperationId): CallOptions {
  const ofOffer = ['createFlightOrder', 'getFlightOffer', 'getRequiredFields'].includes(operationId);
  return {
    ...(!WITHOUT_BODY.includes(operationId) && { body: {} }),
    ...(ofOffer && { path: { gdsprovider: 0, offerId: 'none' } }),
  };
}

async function expectFound(trial: Trial, operationIds: readonly OperationId[]): Promise<void> {
  const nowhere = await trial.send('POST', NOWHERE, { body: {} });
  for (const operationId of operationIds) {
    const exchange = await trial.call(operationId, emptyCall(operationId));
    const { status, method, server, path } = exchange;
    // A read without a result may look like an unknown address; another rule covers the reservation endpoint.
    if (operationId === 'getReservation' && status === 404) continue;
    const missing =
      NOBODY_THERE.includes(status) &&
      (status !== nowhere.status || describeError(exchange) === describeError(nowhere));
    if (missing || (status >= 300 && status < 400))
      fail(exchange, `${method} ${server}${path} to be found`, describeOutcome(exchange));
  }
}

/**
 * Returns the error without request-specific parts. A missing reservation or offer has another error than an unknown
 * address.
 */
function describeError(exchange: CheckedExchange): string {
  const { code, message, error, title, detail } = isRecord(exchange.value) ? exchange.value : {};
  return JSON.stringify([code ?? message ?? null, error, title, detail]).replaceAll(pathOf(exchange), '');
}

/** Searches first, to detect a live target before any booking. */
async function walkJourneys(trial: Trial): Promise<void> {
  await trial.searchFlights();
  const found = await findTransfer(trial, amendable);
  trial.requireSetup(await trial.order(await trial.offer()), 'needs an order that the target accepts');
  const priced = await pricedTransfer(trial, found);
  const booking = trial.requireSetup(await bookTransfer(trial, priced), 'needs a booking that the target accepts');
  const reservationId = select(booking.value, '/reservations/0/reservationId')[0]?.value;
  if (typeof reservationId !== 'string')
    throw new PreconditionNotMet(`needs a completed booking: ${describeOutcome(booking)}`);
  trial.requireSetup(await readReservation(trial, { reservationId }), 'needs a read of the reservation');
  const change = await pricedTransfer(trial, await findChange(trial, reservationId));
  trial.requireSetup(await confirmChange(trial, reservationId, change), 'needs a change that the target accepts');
}

function expectLiveMode(...exchanges: readonly CheckedExchange[]): void {
  for (const exchange of exchanges) {
    if (typeof exchange.value !== 'object' || exchange.value === null)
      fail(exchange, 'a JSON body with liveMode', describeOutcome(exchange));
    expectEvery(exchange, '/liveMode', 'liveMode, a boolean', (value) => typeof value === 'boolean');
  }
}

/** Expects a refusal without credentials, for a long body too, and then a success with the profile's own. */
async function expectProfileNeeded(
  trial: Trial,
  what: string,
  make: (call?: CallOptions) => Promise<CheckedExchange>,
): Promise<void> {
  const headers = withoutCredentials(trial);
  expectRefused(await make({ headers }), `${what} without credentials`);
  expectRefused(await make({ headers, padding: PADDING }), `${what} with a long body without credentials`);
  const valid = await make();
  trial.requireSetup(valid, `${what} with credentials is refused too`, isAccepted(valid));
}

function withoutCredentials({ target }: Trial): NonNullable<CallOptions['headers']> {
  return { Authorization: null, [target.serviceIdHeader]: null };
}

const WITHOUT_BODY: readonly OperationId[] = ['getReservation', 'getFlightOffer', 'getDriverAndVehicle', 'getTracking'];
const NOWHERE = '/flights/there-is-nothing-at-this-address';
const NOBODY_THERE = [404, 405, 410, 501];
