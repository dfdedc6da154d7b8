import { describe, expect, it } from 'vitest';
import { select } from '../../../src/base/values/select.ts';
import { bookedTransfer, pickOffer, priceTransfer } from '../../../src/check/verify/fixtures/transfers.ts';
import type { CheckedExchange } from '../../../src/check/verify/http/exchange.ts';
import { probe } from '../../../src/check/verify/probe/probe.ts';
import { createResponseChecker } from '../../../src/check/verify/responses/response-checker.ts';
import { Run } from '../../../src/check/verify/run/run.ts';
import { Trial } from '../../../src/check/verify/run/trial.ts';
import { createSandbox } from '../../../src/index.ts';
import type { OperationId } from '../../../src/interface/api.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';
import type { Wire } from '../../defects/wire.ts';
import { matchOf } from '../../support/present.ts';

const spec = await loadSpec();
const check = createResponseChecker(spec);
const operationIds = listOperations(spec).map(({ operationId }) => operationId);
const responses = await collectResponses();

/** A successful response of the sandbox to each operation, and one error. */
async function collectResponses(): Promise<Map<string, unknown>> {
  const sandbox = await createSandbox({ seed: 'responses', log: 'silent' });
  try {
    const target = await probe({ baseUrl: await sandbox.listen() }, spec);
    const trial = new Trial(new Run(target, spec), {
      calls: operationIds,
    });
    const { gdsprovider, offerId } = await trial.offer({ documents: true });
    await trial.call('getFlightOffer', { path: { gdsprovider, offerId } });
    await trial.call('getRequiredFields', {
      path: { gdsprovider, offerId },
      body: { offerId, passengers: [{ type: 'adult' }] },
    });
    await trial.order(await trial.offer());
    const {
      reservation: { reservationId },
    } = await bookedTransfer(
      trial,
      (offer) => offer.cancellation.amendable && offer.supportsTracking && offer.supportsDriverAndVehicle,
    );
    for (const operationId of ['getReservation', 'getDriverAndVehicle', 'getTracking'] as const)
      await trial.call(operationId, { query: { reservationId } });
    const changes = pickOffer(await trial.call('searchReservationChanges', { body: { reservationId, passengers: 1 } }));
    const pricing = (await priceTransfer(trial, changes)).value as { pricingToken: string };
    const {
      searchId,
      offer: { resultId },
    } = changes;
    await trial.call('confirmReservationChange', {
      body: { reservationId, searchId, resultId, pricingToken: pricing.pricingToken },
    });
    const other = await bookedTransfer(trial, (offer) => offer.cancellation.cancellable);
    await trial.call('cancelReservation', { body: { reservationId: other.reservation.reservationId } });
    await trial.searchFlights({ with: { slices: [] } });
    return new Map(
      trial.exchanges.map(({ operationId, status, value }) => [`${operationId} ${status}`, shorten(value)]),
    );
  } finally {
    await sandbox.close();
  }
}

/** One entry of each list will do; of offers one that states its conditions. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 0
      ? []
      : [shorten(value.find((entry) => entry?.conditions?.refundBeforeDeparture) ?? value[0])];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}

function sampleOf(operationId: OperationId, status = 200): Wire {
  return structuredClone(responses.get(status === 200 ? `${operationId} 200` : 'searchFlights 400'));
}

function response(
  operationId: OperationId | null,
  status: number,
  body: unknown,
  text = body === undefined ? '' : JSON.stringify(body),
): CheckedExchange {
  return {
    ...{ exchangeId: 'call 1', sequence: 1, at: 0, realTime: 0, durationMs: 0, overlapped: 0 },
    ...{ operationId, method: 'POST', server: 'http://localhost', path: '/', status },
    ...{ ending: 'answered', scenario: null, scenarioFrom: null },
    request: { headers: [], body: null, encoding: 'utf-8', bodyBytes: 0, cut: false },
    response: { headers: [], body: text, encoding: 'utf-8', bodyBytes: Buffer.byteLength(text), cut: false },
    value: body,
  };
}

/**
 * The findings in a response that matches except for one place, which has `value`, or is missing when that is
 * undefined.
 */
function findingsWith(operationId: OperationId, pointer: string, value: unknown, status = 200): string[] {
  const body = sampleOf(operationId, status);
  const [, parent, name] = matchOf(/^(.*)\/([^/]+)$/, pointer);
  const holder = select(body, parent)[0]?.value as Record<string, unknown>;
  expect(holder, `${parent} in a sample of ${operationId}`).toBeTypeOf('object');
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return check(response(operationId, status, body)).map(
    (finding) => `${finding.verdict} ${[...finding.rules, ...finding.assumptions].join() || '-'} ${finding.pointer}`,
  );
}

const offer = '/offers/0';
const segment = '/offers/0/slices/0/segments/0';

describe('a response that matches openapi.yaml', () => {
  it.each(operationIds)('has no findings: %s', (operationId) => {
    expect(check(response(operationId, 200, sampleOf(operationId)))).toEqual([]);
    expect(check(response(operationId, 400, sampleOf(operationId, 400)))).toEqual([]);
  });

  it('may have fields that openapi.yaml does not name', () => {
    expect(findingsWith('searchFlights', `${offer}/bookingLink`, 'https://example.com')).toEqual([]);
  });

  it('is not checked at an address outside the interface', () => {
    expect(check(response(null, 418, undefined, 'teapot'))).toEqual([]);
  });
});

describe('a name that the document lists', () => {
  it.each([
    [offer, 'offerId', 'offer.fields.offer-id'],
    [offer, 'currency', 'offer.fields.currency'],
    [offer, 'originalCurrency', 'offer.fields.original-currency'],
    [`${offer}/passengers/0`, 'type', 'offer.passengers.id-and-type'],
    ['/offers/0/slices/0/conditions', 'priorityBoarding', 'slice.conditions.priority-boarding'],
    [`${segment}/passengers/0/baggages/0`, 'type', 'segment.passengers.baggages.type'],
    ['', 'offers', 'flight-search.response.offers'],
    ['', 'liveMode', 'flight-search.live-mode'],
  ])('breaks its rule when it is missing: %s/%s', (parent, name, rule) => {
    expect(findingsWith('searchFlights', `${parent}/${name}`, undefined)).toEqual([`fail ${rule} ${parent}/${name}`]);
  });

  it.each<[OperationId, string, string]>([
    ['createFlightOrder', '/orderId', 'flight-order.response.order-id'],
    ['createFlightOrder', '/liveMode', 'flight-order.response.live-mode'],
    ['searchTransfers', '/searchId', 'transfer.identifiers.search-id'],
    ['searchReservationChanges', '/offers/0/resultId', 'transfer.identifiers.result-id'],
    ['priceTransfer', '/pricingToken', 'transfer.identifiers.pricing-token'],
    ['priceTransfer', '/liveMode', 'service.live-mode.every-response'],
    ['bookTransfer', '/status', 'transfer.booking.http-200-with-status'],
    ['bookTransfer', '/reservations/0/confirmationNumber', 'transfer.identifiers.confirmation-number'],
  ])('breaks its rule when %s returns without %s', (operationId, pointer, rule) => {
    expect(findingsWith(operationId, pointer, undefined)).toContain(`fail ${rule} ${pointer}`);
  });

  it.each([
    [`${offer}/airline`, 'iataCode'],
    ['/offers/0/slices/0', 'departure'],
    ['/offers/0/slices/0/departure', 'cityName'],
    [`${segment}/departure`, 'cityName'],
    [`${segment}/departure`, 'terminal'],
    [`${offer}/conditions`, 'refundBeforeDeparture'],
    [`${segment}/arrival`, 'arrivingAt'],
    [`${segment}/airline/operatingCarrier`, 'name'],
    [`${segment}/airline/marketingCarrier`, 'name'],
    [`${segment}/passengers/0`, 'amenities'],
    [`${segment}/passengers/0/amenities/wifi`, 'cost'],
  ])('may be missing if null is allowed, because contracts look for an offer with it: %s/%s', (parent, name) => {
    expect(findingsWith('searchFlights', `${parent}/${name}`, undefined)).toEqual([
      `warn flight.response-required-fields ${parent}/${name}`,
    ]);
  });

  it.each([
    [`${offer}/holdId`, 'flight.hold-options-without-hold'],
    [`${offer}/holdOptions/paymentRequiredBy`, 'flight.hold-options-without-hold'],
    [`${offer}/holdOptions/priceGuarantedUntil`, 'flight.hold-price-guarantee'],
    [`${offer}/supportedPassengerIdDocuments`, 'flight.response-required-fields'],
    [`${segment}/passengers/0/amenities/wifi`, 'flight.amenity-values'],
  ])('breaks no rule when it is missing but nullable or optional: %s', (pointer, assumption) => {
    expect(findingsWith('searchFlights', pointer, undefined)).toEqual([`warn ${assumption} ${pointer}`]);
  });
});

describe('a value', () => {
  it.each([
    ['a number for a string', `${offer}/offerId`, 7, 'offer.fields.offer-id'],
    ['a string for a number', `${offer}/gdsprovider`, '0', 'offer.fields.gdsprovider'],
    ['a string for an amount', `${offer}/totalAmount`, '148.20', 'offer.fields.total-amount'],
    [
      'a number for a decimal string',
      `${offer}/conditions/refundBeforeDeparture/penaltyAmount`,
      50,
      'offer.conditions.penalty-amount',
    ],
    ['a string for a boolean', `${offer}/conditions/refundBeforeDeparture/allowed`, 'yes', 'offer.conditions.allowed'],
    ['a string for an object', `${offer}/airline`, 'IB', 'offer.fields.airline'],
    ['an object for a list', `${offer}/supportedLoyaltyPrograms`, {}, 'offer.fields.supported-loyalty-programs'],
    [
      'null for a boolean',
      `${offer}/passengerIdentityDocumentsRequired`,
      null,
      'offer.fields.passenger-identity-documents-required',
    ],
    ['null for a list', `${offer}/slices/0/segments`, null, 'slice.fields.segments'],
    ['null for a timestamp', `${offer}/expiresAt`, null, 'offer.fields.expires-at'],
    ['a day that does not exist', `${offer}/expiresAt`, '2027-02-30T12:00:00Z', 'offer.fields.expires-at'],
    ['a number for a flight number', `${segment}/flightNumber`, 3166, 'segment.fields.flight-number'],
    ['a flag that is a word', '/liveMode', 'false', 'flight-search.live-mode'],
  ])('a value of the wrong kind breaks its rule: %s', (_, pointer, value, rule) => {
    expect(findingsWith('searchFlights', pointer, value)).toEqual([`fail ${rule} ${pointer}`]);
  });

  it.each([
    ['another provider', `${offer}/gdsprovider`, 2, 'flight.gdsproviders'],
    ['another currency', `${offer}/currency`, 'XAU', 'flight.currencies'],
    ['another passenger type', `${offer}/passengers/0/type`, 'senior', 'flight.passenger-types'],
    [
      'a string, as in the sample of the document, for a list',
      `${offer}/supportedPassengerIdDocuments`,
      'passport',
      'flight.identity-document-types',
    ],
    [
      'a list with another document',
      `${offer}/supportedPassengerIdDocuments/0`,
      'visa',
      'flight.identity-document-types',
    ],
    [
      'another shape inside of an object that is only named',
      `${offer}/originalCurrency/rate`,
      undefined,
      'flight.original-currency',
    ],
    ['a name that is null', `${offer}/airline/name`, null, 'flight.airline-values'],
    [
      'an airline code of three letters',
      `${segment}/airline/marketingCarrier/iataCode`,
      'IBE',
      'flight.airline-values',
    ],
    ['a fare name that is not a string', '/offers/0/slices/0/fareName', 7, 'flight.slice-values'],
    ['a time with a zone', '/offers/0/slices/0/arrival/arrivingAt', '2027-01-10T12:00:00Z', 'flight.slice-values'],
    ['a timestamp without a zone', `${offer}/expiresAt`, '2027-01-10T12:00:00', 'service.instants'],
    ['another wifi cost', `${segment}/passengers/0/amenities/wifi/cost`, 'unknown', 'flight.amenity-values'],
    ['another baggage', `${segment}/passengers/0/baggages/0/type`, 'pet', 'flight.amenity-values'],
    ['an offer that is null', offer, null, 'flight.response-required-fields'],
  ])('a value that breaks only an assumption is a warning: %s', (_, pointer, value, assumption) => {
    expect(findingsWith('searchFlights', pointer, value)).toEqual([`warn ${assumption} ${pointer}`]);
  });

  it('breaks a rule only in responses that the rule covers', () => {
    expect(findingsWith('getFlightOffer', '/offerData/totalAmount', '1')).toEqual([
      'warn flight.price-scope /offerData/totalAmount',
    ]);
    expect(findingsWith('bookTransfer', '/status', 'done')).toContain(
      'fail transfer.booking.http-200-with-status /status',
    );
    expect(findingsWith('getReservation', '/status', 'done')).toContain('warn transfer.booking-result /status');
  });

  it('must match the state of its object', () => {
    expect(findingsWith('bookTransfer', '/completed', false)).toEqual(['fail transfer.booking.completed /completed']);
    expect(findingsWith('bookTransfer', '/reservations', [])).toEqual([
      'fail transfer.booking.completed /reservations',
    ]);
    const failed = { ...sampleOf('bookTransfer'), status: 'failed', completed: false, reservations: [] };
    expect(check(response('bookTransfer', 200, failed))).toMatchObject([
      { verdict: 'fail', rules: ['transfer.booking.failed'], pointer: '/error' },
    ]);
    const reasons = check(response('bookTransfer', 200, { ...failed, error: 'no car' }));
    expect(
      new Set(reasons.map(({ verdict, assumptions, pointer }) => `${verdict} ${assumptions.join()} ${pointer}`)),
    ).toEqual(new Set(['warn transfer.booking-result /error']));
    expect(findingsWith('bookTransfer', '/completed', undefined)).toContain(
      'fail transfer.booking.completed /completed',
    );
  });
});

describe('an error', () => {
  it.each([400, 401, 403, 500])('an error of status %d has an assumed body, except for its liveMode', (status) => {
    expect(findingsWith('searchFlights', '/code', undefined, status)).toEqual(['warn errors.body /code']);
    expect(findingsWith('searchFlights', '/message', 'no', status)).toEqual(['warn errors.body /message']);
    expect(findingsWith('searchFlights', '/liveMode', undefined, status)).toEqual([
      'fail service.live-mode.every-response /liveMode',
    ]);
    expect(findingsWith('searchFlights', '/liveMode', 'false', status)).toEqual([
      'fail service.live-mode.every-response /liveMode',
    ]);
  });

  it('an error without fields has a finding for each missing field', () => {
    const findings = check(response('bookTransfer', 502, {}));
    expect(findings.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/code',
      '/error',
      '/liveMode',
      '/message',
      '/requestId',
      '/statusCode',
    ]);
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
      { rules: ['service.live-mode.every-response'], actual: 'nothing' },
    ]);
  });

  it('an undocumented error status breaks a rule on flights only', () => {
    expect(check(response('searchFlights', 422, {}))).toMatchObject([
      { verdict: 'fail', rules: ['errors.flight.documented-statuses-only'], actual: '422', pointer: null },
    ]);
    expect(check(response('bookTransfer', 409, {}))).toMatchObject([
      { verdict: 'warn', assumptions: ['transfer.statuses'], actual: '409', pointer: null },
    ]);
  });

  it.each([
    ['no body', undefined, ''],
    ['a body that is not JSON: <!doctype', undefined, '<!doctype'],
  ])('an error with %s has no liveMode', (actual, body, text) => {
    expect(check(response('createFlightOrder', 500, body, text))).toMatchObject([
      { verdict: 'fail', rules: ['service.live-mode.every-response'], actual, pointer: '' },
    ]);
  });
});

describe('openapi.yaml', () => {
  it.each(operationIds)('attributes every value in a response of %s', (operationId) => {
    const body = sampleOf(operationId);
    const strays = pointersIn(body).flatMap((pointer) =>
      [undefined, null, { other: true }, 'other', -1]
        .flatMap((value) =>
          value === undefined && /\/\d+$/.test(pointer) ? [] : findingsWith(operationId, pointer, value),
        )
        .filter((finding) => finding.includes(' - ')),
    );
    expect(strays).toEqual([]);
  });
});

function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${pointer}/${key}`,
    ...pointersIn(inner, `${pointer}/${key}`),
  ]);
}
