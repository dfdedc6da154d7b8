import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import type { Offer, OperationId } from '../../src/interface/api.ts';
import type { Trigger } from '../../src/scenarios/active.ts';
import { armable, wordOf } from '../../src/scenarios/operations.ts';
import type { Scenario } from '../../src/scenarios/scenario.ts';
import { control, headersOf } from '../control-api/control-client.ts';
import type { PreparedCall } from '../server/calls.ts';
import { FLIGHT_SEARCH, prepareCall, prepareCalls } from '../server/calls.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, bookRequest, easy, pricingRequest } from '../transfers/transfer-client.ts';

/** A scenario, the way it is selected, and the operation on which it is to act. */
export interface Play {
  scenario: Scenario;
  from: Trigger;
  operationId: OperationId;
}

/** Ways to have a call refused before a scenario can act on it. */
export type Refused = 'by its credentials' | 'by its schema' | 'by its content';

/** Every way of each scenario: one operation per trigger. */
export function playsOf(scenario: Scenario): Play[] {
  const ofOffer = armedBy(['searchFlights', 'searchTransfers', 'searchReservationChanges']);
  const operations: Record<Trigger, readonly OperationId[]> = {
    query: scenario.operations,
    header: scenario.operations,
    name: NAMING,
    email: NAMING,
    // Every route is in test-routes.test.ts.
    route: [],
    offer: ofOffer,
    reservation: armedBy(['bookTransfer']),
    profile: scenario.operations,
  };
  return Object.entries(operations).flatMap(([from, possible]) => {
    const operationId = scenario.operations.find((one) => possible.includes(one));
    return operationId ? [{ scenario, from: from as Trigger, operationId }] : [];
  });
}

const NAMING: readonly OperationId[] = ['createFlightOrder', 'bookTransfer'];

function armedBy(arming: readonly OperationId[]): OperationId[] {
  return arming.flatMap((operationId) => [...(armable[operationId] ?? [])]);
}

/** The text that selects a scenario, without a wait in real time. */
function textOf({ name, parameters = {} }: Scenario): string {
  return 'delay' in parameters ? `${name}(delay=PT0S)` : name;
}

/** An accepted call under a scenario that is selected as `from` says: for one call where that can be said. */
export async function prepare(sandbox: TestSandbox, keys: KeyPair, { scenario, from, operationId }: Play) {
  const text = textOf(scenario);
  const counted = `${wordOf(operationId)}:${text.endsWith(')') ? `${text.slice(0, -1)},calls=1)` : `${text}(calls=1)`}`;
  const prepared = await preparedCall(sandbox, keys, operationId, from, counted);
  if (scenario.name !== 'hold-unavailable') delete prepared.hold;
  Object.assign(prepared.body ?? {}, prepared.hold);
  if (scenario.group === 'ride')
    await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/clock/advance`, ADVANCE);
  if (from === 'profile') await arm(sandbox, keys, { scenario: text, calls: 1 });
  return under(prepared, from, text);
}

async function preparedCall(
  sandbox: TestSandbox,
  keys: KeyPair,
  operationId: OperationId,
  from: Trigger,
  counted: string,
): Promise<PreparedCall & { hold?: object }> {
  if (from === 'reservation') return callOnReservation(sandbox, keys, operationId, counted);
  if (from === 'offer') return callOnOffer(sandbox, keys, operationId, counted);
  return operationId === 'createFlightOrder'
    ? callOnOffer(sandbox, keys, operationId, undefined)
    : await prepareCall(sandbox, operationId, keys);
}

const ADVANCE = { body: { by: 'PT1535H' } };

async function arm(sandbox: TestSandbox, keys: KeyPair, body: object): Promise<void> {
  const path = `/profiles/${keys.profileCode}/scenario`;
  expect((await control(sandbox.baseUrl, 'PUT', path, { body, headers: headersOf(keys) })).status).toBe(200);
}

/** The call with what selects the scenario, as far as the call itself does. */
function under({ path, query = {}, body }: PreparedCall, from: Trigger, text: string): SelectingCall {
  const call = { path, query, body, headers: {} };
  if (from === 'query') return { ...call, query: { ...query, scenario: text } };
  if (from === 'header') return { ...call, headers: { 'X-Sandbox-Scenario': text } };
  const person = { name: { firstName: 'Scenario', lastName: text }, email: { email: `ada+${bare(text)}@example.com` } }[
    from as 'name' | 'email'
  ];
  return person && body ? { ...call, body: withPerson(body, person) } : call;
}

/** An address carries no parameters. */
function bare(text: string): string {
  return text.replace(/\(.*/, '');
}

export interface SelectingCall {
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  headers: Record<string, string>;
}

function withPerson(body: Record<string, unknown>, person: object): Record<string, unknown> {
  if ('traveller' in body) return { ...body, traveller: { ...(body['traveller'] as object), ...person } };
  const [first, ...rest] = body['passengers'] as object[];
  return { ...body, passengers: [{ ...first, ...person }, ...rest] };
}

async function callOnOffer(
  sandbox: TestSandbox,
  keys: KeyPair,
  operationId: OperationId,
  scenario: string | undefined,
): Promise<PreparedCall & { hold?: object }> {
  const options = { keys, ...(scenario !== undefined && { scenario }) };
  if (['getFlightOffer', 'getRequiredFields', 'createFlightOrder'].includes(operationId)) {
    const { body } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, options);
    const offer = body.offers.find((one: Offer) => one.holdOptions.available);
    const place = `${offer.gdsprovider}/${offer.offerId}`;
    const passengers = offer.passengers.map(({ type }: { type: string }) => ({ type }));
    if (operationId === 'getFlightOffer') return { path: `/v1/flights/offers/${place}` };
    return operationId === 'createFlightOrder'
      ? {
          path: `/v1/flights/order/${place}`,
          body: { ...flightOrder(offer) },
          hold: { type: 'hold', holdId: offer.holdId },
        }
      : { path: `/v1/flights/order/required-fields/${place}`, body: { offerId: offer.offerId, passengers } };
  }
  if (operationId === 'confirmReservationChange') {
    const call = await prepareCall(sandbox, 'confirmReservationChange', keys);
    const reservationId = call.body?.['reservationId'];
    const change = { reservationId, pickupDateTime: '2027-03-15T15:00:00' };
    const { body: search } = await sandbox.post('/reservations/changes/search', change, options);
    const offer = search.offers[0];
    const { body: pricing } = await sandbox.post('/pricing', pricingRequest(search, offer), { keys });
    const { searchId } = search;
    const { pricingToken } = pricing;
    return { path: call.path, body: { ...call.body, searchId, resultId: offer.resultId, pricingToken } };
  }
  const { body: search } = await sandbox.post('/search', AIRPORT_TO_TOWN, options);
  const offer = search.offers.find(easy);
  if (operationId === 'priceTransfer') return { path: '/pricing', body: pricingRequest(search, offer) };
  const { body: pricing } = await sandbox.post('/pricing', pricingRequest(search, offer), { keys });
  const body = { ...bookRequest({ search, offer, pricing }) };
  if (operationId === 'bookTransfer') return { path: '/book', body };
  await sandbox.post('/book', body, { keys });
  return { path: '/reservations/details', query: { searchId: search.searchId } };
}

async function callOnReservation(
  sandbox: TestSandbox,
  keys: KeyPair,
  operationId: OperationId,
  scenario: string,
): Promise<PreparedCall & { hold?: object }> {
  const calls = await prepareCalls(sandbox, keys);
  const { body } = await sandbox.post('/book', calls.bookTransfer.body, { keys, scenario });
  const { reservationId } = body.reservations[0];
  if (operationId === 'confirmReservationChange') {
    const change = { reservationId, pickupDateTime: '2027-03-15T15:00:00' };
    const { body: search } = await sandbox.post('/reservations/changes/search', change, { keys });
    const { body: pricing } = await sandbox.post('/pricing', pricingRequest(search, search.offers[0]), { keys });
    const { resultId } = search.offers[0];
    return {
      path: '/reservations/changes',
      body: { reservationId, searchId: search.searchId, resultId, pricingToken: pricing.pricingToken },
    };
  }
  const call = calls[operationId];
  return call.body
    ? { path: call.path, body: { ...call.body, reservationId } }
    : { path: call.path, query: { reservationId } };
}

/** Refusals that come before a scenario can act. One at the authentication acts on whatever has right credentials. */
export function refusalsOf({ scenario, from, operationId }: Play): Refused[] {
  const edge = typeof scenario.edge === 'function' ? scenario.edge({ delay: 0 }) : scenario.edge;
  if (edge?.at === 'authentication') return ['by its credentials'];
  const isEarly = edge?.at === 'before' || scenario.name === 'search-expired';
  const hasContent = !['reservation'].includes(from) || operationId === 'getReservation';
  return ['by its credentials', 'by its schema', ...(!isEarly && hasContent ? (['by its content'] as const) : [])];
}

/** The call as the service refuses it. */
export function refused(call: SelectingCall, operationId: OperationId, how: Refused, keys: KeyPair) {
  if (how === 'by its credentials')
    return { ...call, keys: { ...keys, secretKey: `${keys.secretKey.slice(0, -2)}xx` } };
  if (how === 'by its schema')
    return call.body
      ? { ...call, keys, body: { ...call.body, surplus: true } }
      : { ...call, keys, query: { ...call.query, surplus: 'true' } };
  return { ...call, keys, ...withWrongContent(call, operationId) };
}

function withWrongContent({ path, query, body }: SelectingCall, operationId: OperationId): Partial<SelectingCall> {
  switch (operationId) {
    case 'searchFlights':
      return { body: { ...body, slices: [{ ...FLIGHT_SEARCH.slices[0], departure_date: '2020-01-01' }] } };
    case 'getFlightOffer':
    case 'getRequiredFields':
    case 'createFlightOrder':
      return { path: path.replace(/\/([01])\//, (_, provider) => `/${1 - Number(provider)}/`) };
    case 'searchTransfers':
      return { body: { ...body, pickupDateTime: '2020-01-01T12:00:00' } };
    case 'priceTransfer':
    case 'bookTransfer':
      return { body: { ...body, bookingToken: 'not-the-token-of-this-offer-at-all' } };
    case 'getReservation':
      return { query: { ...query, confirmationNumber: 'TW-000000' } };
    case 'confirmReservationChange':
      return { body: { ...body, resultId: 'not-a-result-of-this-search' } };
    default:
      return body ? { body: { ...body, reservationId: UNKNOWN } } : { query: { ...query, reservationId: UNKNOWN } };
  }
}

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Sends a call, and waits until the sandbox is done with it. Returns null where its response is lost. */
export async function send(
  sandbox: TestSandbox,
  call: SelectingCall & { keys: KeyPair },
): Promise<{ status: number; headers: Headers; text: string } | null> {
  const waiting = new AbortController();
  const sequence = (await latestOf(sandbox, call.keys))?.sequence ?? 0;
  const response = receive(sandbox, call, waiting.signal).finally(() => waiting.abort());
  while (!waiting.signal.aborted) {
    const latest = await Promise.race([latestOf(sandbox, call.keys), response.then(() => undefined)]);
    if (latest && latest.sequence > sequence && latest.ending === 'silent') waiting.abort();
    await wait(10);
  }
  return response;
}

async function receive(
  { baseUrl, sandbox }: TestSandbox,
  { path, query, body, headers, keys }: SelectingCall & { keys: KeyPair },
  signal: AbortSignal,
) {
  const search = new URLSearchParams(query).toString();
  try {
    const response = await fetch(`${baseUrl}${path}${search && `?${search}`}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...sandbox.headers(keys), ...(body && { 'Content-Type': 'application/json' }), ...headers },
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return null;
  }
}

/** The latest call of a profile, as its journal has it. */
export async function latestOf({ baseUrl }: TestSandbox, keys: KeyPair) {
  const { body } = await control(baseUrl, 'GET', `/profiles/${keys.profileCode}/journal?order=newest&limit=1`);
  return body.exchanges[0];
}

/** The scenario armed on a profile. */
export async function armedOn({ baseUrl }: TestSandbox, keys: KeyPair) {
  return (await control(baseUrl, 'GET', `/profiles/${keys.profileCode}/scenario`, { headers: headersOf(keys) })).body
    .armed;
}
