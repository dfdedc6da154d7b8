import { describe, expect, it } from 'vitest';
import { allOperations, bookingOperations, transferOperations } from '../../src/scenarios/operations.ts';
import type { OperationId } from '../../src/scenarios/scenario.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { FLIGHT_SEARCH, makeCall, prepareCalls } from '../server/calls.ts';
import { AIRPORT_TO_TOWN, bookRequest, changeRequest, transferClient } from '../transfers/transfer-client.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const transfers = transferClient(sandbox);
const flights = flightClient(sandbox);

const readBySearch = (searchId: string) => sandbox.get('/reservations/details', { query: { searchId } });

/** A priced offer and, for a change, the reservation that stands until the change is confirmed. */
async function priced(operation: (typeof bookingOperations)[number]) {
  if (operation === 'bookTransfer') {
    const offer = await transfers.priced();
    return { searchId: offer.search.searchId, path: '/book', body: bookRequest(offer), original: undefined };
  }
  const original = await transfers.reserve();
  const offer = await transfers.pricedChange(original.reservationId);
  return { searchId: offer.search.searchId, path: '/reservations/changes', body: changeRequest(original.reservationId, offer), original };
}

async function originalState(original: { reservationId: string } | undefined) {
  return original && (await transfers.readReservation(original.reservationId)).state;
}

describe.each([
  ['unauthorized', 401, 'invalid_credentials'],
  ['forbidden', 403, 'invalid_credentials'],
  ['server-error', 500, 'internal_error'],
] as const)('%s', (scenario, status, code) => {
  it.each(allOperations)('is answered by %s, nothing is done, and the next call succeeds', async (operationId) => {
    const call = (await prepareCalls(sandbox))[operationId];
    const { status: seen, body, headers } = await makeCall(sandbox, call, { scenario });
    expect([seen, body.code, headers['x-sandbox-scenario']]).toEqual([status, code, scenario]);
    const without = await makeCall(sandbox, call);
    expect([without.status, without.body.status, without.headers['x-sandbox-scenario']]).not.toContain('failed');
    expect(without.status).toBe(200);
    expect(without.headers).not.toHaveProperty('x-sandbox-scenario');
  });
});

it('unauthorized: refuses right credentials before the body is read', async () => {
  const { body } = await sandbox.post('/search', { nonsense: true }, { scenario: 'unauthorized' });
  expect([body.statusCode, body.code]).toEqual([401, 'invalid_credentials']);
});

it('forbidden: refuses right credentials before the body is read', async () => {
  const { body } = await sandbox.post('/search', { nonsense: true }, { scenario: 'forbidden' });
  expect([body.statusCode, body.code]).toEqual([403, 'invalid_credentials']);
});

it('server-error: nothing is booked, and a bad request is still told what is wrong with it', async () => {
  const { searchId, path, body } = await priced('bookTransfer');
  expect((await sandbox.post(path, body, { scenario: 'server-error' })).status).toBe(500);
  expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
  expect((await sandbox.post(path, { ...body, unlisted: 1 }, { scenario: 'server-error' })).status).toBe(400);
});

describe('502', () => {
  it.each(transferOperations)('502: %s does not complete, nothing is done, and the next call succeeds [transfer.502.did-not-complete]', async (operationId) => {
    const call = (await prepareCalls(sandbox))[operationId];
    const { status, body } = await makeCall(sandbox, call, { scenario: '502' });
    expect([status, body.code]).toEqual([502, 'upstream_failed']);
    expect((await makeCall(sandbox, call)).status).toBe(200);
  });

  it.each(bookingOperations)('502: after %s no reservation can be read, and the original of a change stands [transfer.502.proves-nothing]', async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    expect((await sandbox.post(path, body, { scenario: '502' })).status).toBe(502);
    expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
    expect(await originalState(original)).toBe(original && 'confirmed');
    expect((await sandbox.post(path, body)).body.status).toBe('completed');
  });
});

describe('502-after-commit', () => {
  it.each(bookingOperations)('502-after-commit: after %s the reservation is there to be read, once [transfer.502.proves-nothing]', async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    const partnerTrackingId = `after-commit-${operation}`;
    expect((await sandbox.post(path, { ...body, partnerTrackingId }, { scenario: '502-after-commit' })).status).toBe(502);
    const bySearch = (await readBySearch(searchId)).body;
    expect(bySearch.status).toBe('completed');
    const byPartner = await transfers.read({ partnerTrackingId });
    expect(byPartner.reservations).toEqual(bySearch.reservations);
    expect(await originalState(original)).toBe(original && 'changed');
    const resent = await sandbox.post(path, { ...body, partnerTrackingId });
    expect(resent.body.reservations).toEqual(bySearch.reservations);
  });

  it('502-after-commit: a reservation is cancelled although its cancellation did not complete', async () => {
    const { reservationId } = await transfers.reserve();
    expect((await sandbox.post('/reservations/cancel', { reservationId }, { scenario: '502-after-commit' })).status).toBe(502);
    expect((await transfers.readReservation(reservationId)).state).toBe('cancelled');
  });

  it('502-after-commit: a refused booking is told, for there is nothing to lose', async () => {
    const { path, body } = await priced('bookTransfer');
    const { status, body: answer } = await sandbox.post(path, { ...body, unlisted: 1 }, { scenario: '502-after-commit' });
    expect([status, answer.code]).toEqual([400, 'non_whitelisted_field']);
  });
});

describe('pending', () => {
  it.each(bookingOperations)('pending: %s answers pending, the first read too, the second completed [transfer.booking.pending] [transfer.booking.pending.read-outcome]', async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    const { body: booked } = await sandbox.post(path, body, { scenario: 'pending' });
    expect(booked).toMatchObject({ status: 'pending', completed: false, reservations: [] });
    expect(await originalState(original)).toBe(original && 'confirmed');
    expect((await readBySearch(searchId)).body).toMatchObject({ status: 'pending', reservations: [] });
    expect(await originalState(original)).toBe(original && 'confirmed');
    const second = (await readBySearch(searchId)).body;
    expect(second).toMatchObject({ status: 'completed', completed: true, reservations: [{ state: 'confirmed', searchId }] });
    expect(await originalState(original)).toBe(original && 'changed');
    expect((await readBySearch(searchId)).body).toEqual(second);
  });

  it.each(bookingOperations)('pending: %s is completed at the first read 30 seconds later, not a millisecond before', async (operation) => {
    const { searchId, path, body } = await priced(operation);
    await sandbox.post(path, body, { scenario: 'pending' });
    sandbox.clock.advance(29_999);
    expect((await readBySearch(searchId)).body.status).toBe('pending');
    sandbox.clock.advance(1);
    expect((await readBySearch(searchId)).body.status).toBe('completed');
  });

  it('pending: without it the same booking is completed at once', async () => {
    const { path, body } = await priced('bookTransfer');
    expect((await sandbox.post(path, body)).body.status).toBe('completed');
  });
});

describe('pending-then-failed', () => {
  it.each(bookingOperations)('pending-then-failed: %s answers pending, the second read failed; nothing is made and an original stands', async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    expect((await sandbox.post(path, body, { scenario: 'pending-then-failed' })).body.status).toBe('pending');
    expect((await readBySearch(searchId)).body.status).toBe('pending');
    const second = (await readBySearch(searchId)).body;
    expect(second).toMatchObject({ status: 'failed', completed: false, reservations: [], error: { code: 'supplier_rejected' } });
    expect((await readBySearch(searchId)).body).toEqual(second);
    expect(await originalState(original)).toBe(original && 'confirmed');
  });

  it.each(bookingOperations)('pending-then-failed: %s has failed at any read 30 seconds later', async (operation) => {
    const { searchId, path, body } = await priced(operation);
    await sandbox.post(path, body, { scenario: 'pending-then-failed' });
    sandbox.clock.advance(30_000);
    expect((await readBySearch(searchId)).body).toMatchObject({ status: 'failed', error: { code: 'supplier_rejected' } });
  });
});

describe('failed', () => {
  it.each(bookingOperations)('failed: %s answers 200 with the refusal, nothing is made, and the same call without it completes [transfer.booking.failed] [transfer.booking.http-200-with-status]', async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    const { status, body: answer } = await sandbox.post(path, body, { scenario: 'failed' });
    expect([status, answer.status, answer.error.code, answer.reservations]).toEqual([200, 'failed', 'supplier_rejected', []]);
    expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
    expect(await originalState(original)).toBe(original && 'confirmed');
    expect((await sandbox.post(path, body)).body.status).toBe('completed');
  });
});

describe('expired-token', () => {
  it('expired-token: pricing is refused with 400, and works without it [transfer.token.expires-with-offer]', async () => {
    const { priceTransfer } = await prepareCalls(sandbox);
    const { status, body } = await makeCall(sandbox, priceTransfer, { scenario: 'expired-token' });
    expect([status, body.code]).toEqual([400, 'token_expired']);
    expect((await makeCall(sandbox, priceTransfer)).status).toBe(200);
  });

  it.each(bookingOperations)('expired-token: %s answers 200 with status failed, nothing is made, and it works without it [transfer.token.expires-with-offer]', async (operation) => {
    const { searchId, path, body, original } = await priced(operation);
    const { status, body: answer } = await sandbox.post(path, body, { scenario: 'expired-token' });
    expect([status, answer.status, answer.error.code]).toEqual([200, 'failed', 'token_expired']);
    expect((await readBySearch(searchId)).body.code).toBe('reservation_not_found');
    expect(await originalState(original)).toBe(original && 'confirmed');
    expect((await sandbox.post(path, body)).body.status).toBe('completed');
  });
});

describe('no-offers', () => {
  it.each(['searchFlights', 'searchTransfers', 'searchReservationChanges'] satisfies OperationId[])('no-offers: %s answers 200 with an empty list, and offers without it', async (operationId) => {
    const call = (await prepareCalls(sandbox))[operationId];
    const { status, body } = await makeCall(sandbox, call, { scenario: 'no-offers' });
    expect([status, body.offers]).toEqual([200, []]);
    expect((await makeCall(sandbox, call)).body.offers.length).toBeGreaterThan(0);
  });

  it('no-offers: a result of another search is not found in that one later', async () => {
    const { body: empty } = await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario: 'no-offers' });
    const { offers } = await transfers.search();
    const { resultId, bookingToken } = offers[0]!;
    expect((await sandbox.post('/pricing', { searchId: empty.searchId, resultId, bookingToken })).body.code).toBe('result_not_found');
  });
});

/** The providers of the offers of one search, each once. */
async function providersUnder(scenario?: string): Promise<number[]> {
  const { status, body } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario });
  expect(status).toBe(200);
  const providers = body.offers.map(({ gdsprovider }: { gdsprovider: number }) => gdsprovider) as number[];
  return [...new Set(providers)].sort();
}

/** What is left over after one provider went down can be ordered. */
async function orderUnder(scenario: string): Promise<number> {
  const { body } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario });
  return (await flights.orderWhole(body.offers[0])).status;
}

it('provider-0-down: a search has the offers of provider 1 only, which can be ordered; the next one has both again', async () => {
  expect(await providersUnder('provider-0-down')).toEqual([1]);
  expect(await orderUnder('provider-0-down')).toBe(200);
  expect(await providersUnder()).toEqual([0, 1]);
});

it('provider-1-down: a search has the offers of provider 0 only, which can be ordered; the next one has both again', async () => {
  expect(await providersUnder('provider-1-down')).toEqual([0]);
  expect(await orderUnder('provider-1-down')).toBe(200);
  expect(await providersUnder()).toEqual([0, 1]);
});
