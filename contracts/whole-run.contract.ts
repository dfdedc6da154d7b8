import { isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectOfEach, fail, nothingAt } from '../src/check/verify/expectations/expect.ts';
import { findValues } from '../src/check/verify/expectations/offer-contract.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import { acceptedOrders } from '../src/check/verify/whole-run/orders.ts';
import { sentBody } from '../src/check/verify/whole-run/sent-body.ts';

const searching: Contract['calls'] = ['searchFlights'];
const ordering = ['searchFlights', 'createFlightOrder'] as const;
const ofOffers = ['getFlightOffer', 'getRequiredFields'] as const;

const area: Area = {
  name: 'the whole run',
  contracts: [
    // ── Prices ─────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'every order and hold of the run has the price and currency of its offer',
      rules: ['flight-order.price.resolved'],
      calls: ordering,
      atEnd: true,
      async check(trial) {
        const orders = await acceptedOrders(trial);
        const offers = Map.groupBy(
          trial.recording
            .underAnyScenario('searchFlights')
            .flatMap(({ exchange, keys }) => select(exchange.value, '/offers/*').map(({ value }) => ({ value, keys }))),
          ({ value, keys }) =>
            [keys.profileCode, propertyOf(value, 'gdsprovider'), propertyOf(value, 'offerId')].map(String).join('/'),
        );
        const known = new Map(
          orders
            .filter(({ exchange }) => propertyOf(exchange.value, 'totalAmount') !== undefined)
            .map(({ exchange, keys }) => [
              exchange,
              offers.get([keys.profileCode, ...exchange.path.split('/').slice(-2).map(decodeURIComponent)].join('/')),
            ]),
        );
        if (known.size === 0) throw new PreconditionNotMet('needs an order with its price, as totalAmount');
        expectOfEach([...known.keys()], (order) => {
          for (const name of ['totalAmount', 'currency']) {
            const wanted = (known.get(order) ?? []).map(({ value }) => propertyOf(value, name));
            const found = propertyOf(order.value, name);
            if (found !== undefined && wanted.length > 0 && !wanted.some((value) => isSame(value, found)))
              fail(order, `${show(wanted[0])}, the ${name} of the offer`, show(found), `/${name}`);
          }
        });
      },
    },

    // ── Searches ───────────────────────────────────────────────────────────────────────────────────
    priced('flight-search.currency.of-offers', 'every search of the run with a currency has offers in it', true),
    priced('flight-search.currency.default-eur', 'every search of the run without a currency has offers in EUR', false),
    {
      title: 'equal searches of the run have offers of the same sources',
      rules: ['flight-search.sources.active'],
      calls: searching,
      atEnd: true,
      async check(trial) {
        for (let count = 0; count < ENOUGH; count++) await trial.searchFlights();
        const plain = new Set(trial.recording.plainSearches);
        const searches = trial.recording.of('searchFlights').filter(({ exchange }) => plain.has(exchange));
        const equal = Map.groupBy(searches, ({ exchange, keys }) => `${keys.profileCode} ${exchange.request.body}`);
        const sourcesOfAll = new Map<CheckedExchange, unknown[]>(
          [...equal.values()].flatMap((alike) => {
            const sources = [...new Set(alike.flatMap(({ exchange }) => sourcesOf(exchange)))];
            return alike.map(({ exchange }) => [exchange, sources] as const);
          }),
        );
        if (sourcesOfAll.size === 0) throw nothingAt([], '/offers/*');
        expectOfEach([...sourcesOfAll.keys()], (search) => {
          const sources = sourcesOfAll.get(search) ?? [];
          const lost = sources.find((source) => !hasRoom(search, sources, source));
          if (lost !== undefined)
            fail(search, `offers of gdsprovider ${show(lost)}, as an equal search has`, 'none', '/offers');
        });
      },
    },
    {
      title: 'every source has offers for a second passenger, an infant, a second slice, another currency and language',
      rules: ['flight-search.sources.active'],
      calls: searching,
      atEnd: true,
      async check(trial) {
        const searches = await trial.sampleSearches();
        const simple = searches.filter((search) => {
          const body = sentBody(search);
          return body['cabin_class'] === 'economy' && Object.values(DIMENSIONS).every((has) => !has(body));
        });
        const sources = [...new Set(simple.flatMap(sourcesOf))];
        const always = sources.filter((source) => simple.every((search) => hasRoom(search, sources, source)));
        if (simple.length < ENOUGH || always.length < 2)
          throw new PreconditionNotMet('needs searches for one adult, each with offers of two sources');
        for (const [name, has] of Object.entries(DIMENSIONS)) {
          const own = searches.filter(
            (one) => has(sentBody(one)) && select(one.value, '/offers/*').length > sources.length,
          );
          const lost = always.find((source) => own.every((search) => !sourcesOf(search).includes(source)));
          if (own[0] && own.length >= ENOUGH && lost !== undefined)
            fail(
              own[0],
              `offers of gdsprovider ${show(lost)} with ${name}, as in all ${simple.length} searches without`,
              `none in ${own.length} searches`,
              '/offers',
            );
        }
      },
    },

    // ── Credentials ─────────────────────────────────────────────────────────────────────────────
    credentialsFirst('auth.missing-credentials.401', 'without credentials', [401], ({ target }) => [
      { Authorization: null },
      { [target.serviceIdHeader]: null },
    ]),
    credentialsFirst('auth.invalid-credentials.401', 'with invalid credentials', [401, 403], () => [
      { Authorization: 'Bearer nobody-has-this-key' },
    ]),
  ],
};

export default area;

/**
 * Expects the credentials check before any other. The status 401 is documented for credentials only, so a target must
 * not report another fault first.
 */
function credentialsFirst(
  rule: string,
  who: string,
  statuses: readonly number[],
  headersOf: (trial: Trial) => Readonly<Record<string, string | null>>[],
): Contract {
  return {
    title: `a flight call ${who} is refused for them, regardless of other faults`,
    rules: [rule],
    calls: [...ordering, ...ofOffers],
    atEnd: true,
    async check(trial) {
      const refusals: CheckedExchange[] = [];
      for (const headers of headersOf(trial)) {
        for (const flaw of BAD_CONTENT)
          for (const operationId of ordering)
            refusals.push(
              await trial.call(operationId, { path: NO_OFFER, ...flaw, headers: { ...flaw.headers, ...headers } }),
            );
        for (const operationId of ofOffers) {
          const body = operationId === 'getRequiredFields' ? {} : undefined;
          const refusal = await trial.call(operationId, { path: NO_OFFER, body, headers });
          // These calls have assumed addresses.
          if (isThere(trial, operationId)) refusals.push(refusal);
        }
      }
      expectOfEach(refusals, (exchange) => {
        if (!statuses.includes(exchange.status))
          fail(exchange, `status ${statuses.join(' or ')}`, describeOutcome(exchange));
      });
    },
  };
}

/** True if the target accepted a call to an operation in this run. */
function isThere({ recording }: Trial, operationId: (typeof ofOffers)[number]): boolean {
  return recording.of(operationId).some(({ exchange }) => isAccepted(exchange));
}

function priced(rule: string, title: string, named: boolean): Contract {
  return {
    title,
    rules: [rule],
    calls: searching,
    atEnd: true,
    async check(trial) {
      const searches = (await trial.sampleSearches()).filter(
        (search) => (sentBody(search)['currency'] !== undefined) === named,
      );
      if (findValues(searches, '/offers/*').length === 0) throw new PreconditionNotMet('no such search had offers');
      expectOfEach(searches, (search) => {
        const currency = sentBody(search)['currency'] ?? 'EUR';
        const wrong = select(search.value, '/offers/*/currency').find(
          ({ value }) => isText(value) && value !== currency,
        );
        if (wrong) fail(search, `${show(currency)}, the currency of the search`, show(wrong.value), wrong.pointer);
      });
    },
  };
}

/** Compares two amounts. One response may have a number, and the other one a string. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isText(other) && Number(one) === Number(other));
}

function sourcesOf(search: CheckedExchange): unknown[] {
  return select(search.value, '/offers/*/gdsprovider').map(({ value }) => value);
}

/** True if a response has room for every source. A short one may have only the cheapest offers from one source. */
function hasRoom(search: CheckedExchange, sources: readonly unknown[], source: unknown): boolean {
  const own = sourcesOf(search);
  return own.length <= sources.length || own.includes(source);
}

const ENOUGH = 3;
const NO_OFFER = { gdsprovider: 0, offerId: 'none' };
const BAD_CONTENT: readonly { body?: unknown; text?: string; headers?: Record<string, string> }[] = [
  { body: {} },
  { text: '{' },
  { text: '{}', headers: { 'Content-Type': 'text/plain' } },
];
/**
 * Deviations from a search for one adult, one way, in the default currency and language. Not every source sells every
 * cabin.
 */
const DIMENSIONS: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => boolean>> = {
  'a second passenger': (body) => select(body, '/passengers/*').length > 1,
  'an infant': (body) => select(body, '/passengers/*/type').some(({ value }) => String(value).includes('infant')),
  'a second slice': (body) => select(body, '/slices/*').length > 1,
  'another currency': ({ currency }) => currency !== undefined && currency !== 'EUR',
  'another language': ({ language }) => language !== undefined && language !== 'en',
};
