import type { Area } from '../src/check/verify/contract.ts';
import { expectOfEach, expectStatus, expectStatusUnder, TRIES } from '../src/check/verify/expectations/expect.ts';
import { requireValidSearch, withPassenger } from '../src/check/verify/fixtures/flawed-requests.ts';
import { flightOrder } from '../src/check/verify/fixtures/flight-order.ts';
import { flightSearch } from '../src/check/verify/fixtures/flight-search.ts';
import { invented } from '../src/check/verify/fixtures/wrong-values.ts';
import type { CallOptions } from '../src/check/verify/http/client.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome } from '../src/check/verify/responses/outcome.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { OperationId } from '../src/interface/api.ts';

const searches: readonly OperationId[] = ['searchFlights'];
const orders: readonly OperationId[] = ['searchFlights', 'createFlightOrder'];

const area: Area = {
  name: 'flight errors',
  contracts: [
    {
      title: 'a search that succeeds returns 200, not 201',
      rules: ['errors.flight.200-success'],
      calls: searches,
      async check(trial) {
        expectSuccessIs200(await trial.searchFlights());
      },
    },
    {
      title: 'an order that succeeds returns 200, not 201',
      rules: ['errors.flight.200-success'],
      calls: orders,
      async check(trial) {
        expectSuccessIs200(await trial.order(await trial.offer()));
      },
    },
    {
      title: 'a search against a stated shape returns 400',
      rules: ['errors.flight.400-invalid-payload'],
      calls: searches,
      async check(trial) {
        const valid = flightSearch(trial.target, {});
        await expectBadRequests(
          (body) => trial.call('searchFlights', { body }),
          [
            { slices: 'MAD-LHR', passengers: 'adult', cabin_class: 'economy' },
            ...[['slices', 'passengers'], [valid], {}],
            ...[
              { ...valid, passengers: [null] },
              { ...valid, slices: [null] },
            ],
          ],
        );
        await expectBadRequests(
          (text) => trial.call('searchFlights', { text }),
          [NO_JSON, 'null', deepIn(valid, 'slices')],
        );
        await requireValidSearch(trial);
      },
    },
    {
      title: 'an order that is not JSON returns 400',
      rules: ['errors.flight.400-invalid-payload'],
      calls: orders,
      async check(trial) {
        const offer = await trial.offer();
        await expectBadRequests(
          (text) => trial.order(offer, undefined, { text }),
          [NO_JSON, '"an order, please"', 'null', '[]', deepIn(flightOrder(offer), 'passengers')],
        );
        trial.requireSetup(await trial.order(offer), 'the same order as JSON is refused too');
      },
    },
    {
      title: 'an order against a stated shape returns 400',
      rules: ['errors.flight.400-invalid-payload'],
      calls: orders,
      async check(trial) {
        const offer = await trial.offer();
        const valid = flightOrder(offer);
        await expectBadRequests(
          (flaw) => trial.order(offer, flaw),
          [
            ...[
              { ...valid, passengers: 'all of them' },
              { ...valid, passengers: [null] },
            ],
            ...[withPassenger(valid, 0, { firstName: ['Ada'] }), [valid]],
          ],
        );
        trial.requireSetup(await trial.order(offer, valid), 'the same order without the flaw is refused too');
      },
    },
    {
      title: 'a search returns 500 after an internal failure',
      rules: ['errors.flight.500-internal'],
      calls: searches,
      scenarios: ['server-error'],
      async check(trial) {
        await requireValidSearch(trial);
        for (let made = 0; made < TRIES; made++) {
          const failing = await trial.searchFlights({}, { scenario: 'server-error' });
          await expectStatusUnder(trial, failing, 500, () => trial.searchFlights());
        }
      },
    },
    {
      title: 'an order returns 500 after an internal failure',
      rules: ['errors.flight.500-internal'],
      calls: orders,
      scenarios: ['server-error'],
      async check(trial) {
        const offer = await trial.offer();
        for (let made = 0; made < TRIES; made++) {
          const failing = await trial.order(offer, undefined, { scenario: 'server-error' });
          await expectStatusUnder(trial, failing, 500, () => trial.order(offer));
        }
      },
    },
    {
      title: 'every search has a documented status',
      rules: ['errors.flight.documented-statuses-only'],
      calls: searches,
      async check(trial) {
        for (const call of oddCalls) expectDocumented(await trial.searchFlights({}, call));
        expectDocumented(await trial.searchFlights({ with: { slices: null, passengers: 'nobody', moreFields: true } }));
      },
    },
    {
      title: 'every order has a documented status',
      rules: ['errors.flight.documented-statuses-only'],
      calls: orders,
      async check(trial) {
        const offer = await trial.offer();
        // The target orders nothing: each call has a flaw outside the body, or a body without an order.
        const body = flightOrder(offer);
        for (const call of oddCalls) expectDocumented(await trial.order(offer, {}, call));
        for (const gdsprovider of ['x', 7, -1])
          expectDocumented(
            await trial.call('createFlightOrder', { path: { gdsprovider, offerId: offer.offerId }, body }),
          );
        for (const offerId of [invented(offer.offerId), 'x', 'x'.repeat(200)])
          expectDocumented(
            await trial.call('createFlightOrder', { path: { gdsprovider: offer.gdsprovider, offerId }, body }),
          );
      },
    },
  ],
};

export default area;

function expectSuccessIs200(exchange: CheckedExchange): void {
  const { status } = exchange;
  if (status < 200 || status > 299)
    throw new PreconditionNotMet(`needs a call that succeeds: ${describeOutcome(exchange)}`);
  expectStatus(exchange, 200);
}

/** Sends every flaw, and then the first ones again until TRIES calls were made. */
async function expectBadRequests<Flaw>(
  send: (flaw: Flaw) => Promise<CheckedExchange>,
  flaws: readonly Flaw[],
): Promise<void> {
  const made: CheckedExchange[] = [];
  while (made.length < Math.max(TRIES, flaws.length)) {
    made.push(await send(flaws[made.length % flaws.length] as Flaw));
    expectOfEach(made, expectBadRequest);
  }
}

/** Returns a body as text, with a value nested deeper than most parsers and validators allow. */
function deepIn(body: object, name: string): string {
  return JSON.stringify({ ...body, [name]: DEEP }).replace(`"${DEEP}"`, '['.repeat(DEPTH) + ']'.repeat(DEPTH));
}

/** Expects 400. Another rule reports an undocumented status, as a single finding. */
function expectBadRequest(exchange: CheckedExchange): void {
  const { status } = exchange;
  if (status > 400 && status < 500 && !DOCUMENTED.includes(status))
    throw new PreconditionNotMet(
      `needs a documented status to judge (errors.flight.documented-statuses-only): ${describeOutcome(exchange)}`,
    );
  expectStatus(exchange, 400);
}

/** Throws for an undocumented status. The rules for 200 and 500 cover any other success and any other 5xx. */
function expectDocumented(exchange: CheckedExchange): void {
  const { status } = exchange;
  if (status < 300 || status >= 500) return;
  expectStatus(exchange, ...DOCUMENTED);
}

const DOCUMENTED = [200, 400, 401, 403, 500];

const NO_JSON = '{"slices": [';

const DEEP = 'deep';
const DEPTH = 2000;

/** Calls that gateways and frameworks often refuse with a special status: 406, 411, 415, 422. */
const oddCalls: readonly CallOptions[] = [
  { text: NO_JSON },
  { text: '' },
  { headers: { Accept: 'application/xml' } },
  { headers: { 'Content-Type': 'text/plain' } },
  { headers: { 'Content-Type': 'application/json; charset=utf-16' } },
  { headers: { Authorization: 'Negotiate', 'Content-Type': null } },
  { query: { page: '2' } },
];
