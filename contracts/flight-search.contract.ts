import { isNumber } from '../src/base/values/kinds.ts';
import { dayAt } from '../src/base/values/local-time.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectEvery, expectOfEach, expectRefused, fail } from '../src/check/verify/expectations/expect.ts';
import { expectOneShape } from '../src/check/verify/expectations/one-shape.ts';
import { addDays, commonYear, toDate } from '../src/check/verify/fixtures/dates.ts';
import { findRefused, requireValidSearch } from '../src/check/verify/fixtures/flawed-requests.ts';
import type { Flaws } from '../src/check/verify/fixtures/positions.ts';
import { atEveryPosition, expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import { searchPositions, slicePositions } from '../src/check/verify/fixtures/search-positions.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import { cityNames } from '../src/check/verify/whole-run/known-values.ts';
import { sentBody } from '../src/check/verify/whole-run/sent-body.ts';
import type { OperationId, Schema } from '../src/interface/api.ts';

const calls: readonly OperationId[] = ['searchFlights'];
const withOrder: readonly OperationId[] = ['searchFlights', 'createFlightOrder'];

const area: Area = {
  name: 'flight search',
  contracts: [
    // ── Address ────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'flights are searched with POST on /v1/flights/search',
      rules: ['flight-search.endpoint'],
      calls,
      async check(trial) {
        const search = await trial.searchFlights();
        const { status } = search;
        if (status >= 200 && status < 300) return;
        if ([401, 403, 429].includes(status))
          throw new PreconditionNotMet(`needs a search that the target authorizes: ${describeOutcome(search)}`);
        fail(search, 'a valid search to return 200', describeOutcome(search));
      },
    },
    {
      title: 'a search needs no parameters in its address',
      rules: ['flight-search.no-parameters'],
      calls,
      async check(trial) {
        const plain = await trial.searchFlights();
        if (isAccepted(plain)) return;
        const [origin, destination] = trial.target.routes[0];
        const query = {
          origin,
          destination,
          departure_date: trial.target.departureDate,
          passengers: '1',
          cabin_class: 'economy',
          currency: 'EUR',
          language: 'en',
        };
        // Sends one parameter at a time, as a target may refuse unknown ones.
        for (const [name, value] of Object.entries(query)) {
          const search = await trial.searchFlights({}, { query: { [name]: value } });
          if (isAccepted(search))
            fail(
              plain,
              'a search to be complete without parameters in its address',
              `accepted only with ?${name}=${value}: ${describeOutcome(plain)}`,
            );
        }
        throw new PreconditionNotMet(`needs a search that the target accepts: ${describeOutcome(plain)}`);
      },
    },
    {
      title: 'parameters in the address of a search have no effect',
      rules: ['flight-search.no-parameters'],
      calls,
      async check(trial) {
        const search = await trial.searchFlights({ with: { currency: 'EUR' } }, { query: { currency: 'USD' } });
        if (isAccepted(search))
          expectEvery(
            search,
            '/offers/*/currency',
            'the currency of the body, EUR, and not that of the address',
            (currency) => currency !== 'USD',
          );
        else await requireValidSearch(trial, { currency: 'EUR' });
      },
    },

    // ── Slices ─────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'a search has one slice or two',
      rules: ['flight-search.slices.count'],
      calls,
      async check(trial) {
        const refused = findRefused(await trial.searchFlights(), await trial.searchFlights({ roundTrip: true }));
        if (refused)
          fail(refused, 'a search with one slice and a search with two to be accepted', describeOutcome(refused));
      },
    },
    {
      title: 'a search without a slice is refused',
      rules: ['flight-search.slices.count'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'a search', searchPositions(), {
          'no slice': (search) => ({ ...search, slices: [] }),
        });
      },
    },
    {
      title: 'a search with three slices is refused',
      rules: ['flight-search.slices.count'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'a search', searchPositions(), {
          'three slices': ({ slices: [there], ...search }) =>
            there && { ...search, slices: thereAndBackAndThere(there) },
        });
      },
    },
    {
      title: 'a search begins at an airport or a city',
      rules: ['flight-search.slices.origin'],
      calls,
      async check(trial) {
        await expectCityTaken(trial, 'origin');
      },
    },
    {
      title: 'a search from a text that is not an IATA code is refused',
      rules: ['flight-search.slices.origin'],
      calls,
      async check(trial) {
        await expectNoPlaceRefused(trial, 'origin');
        const unknown = await trial.searchFlights({ with: { slices: [{ ...sliceOf(trial), origin: UNKNOWN_CODE }] } });
        warnUnlessRefusedWith(trial, 'flight.unknown-iata-code', unknown, 400);
      },
    },
    {
      title: 'a search ends at an airport or a city',
      rules: ['flight-search.slices.destination'],
      calls,
      async check(trial) {
        await expectCityTaken(trial, 'destination');
      },
    },
    {
      title: 'a search to a text that is not an IATA code is refused',
      rules: ['flight-search.slices.destination'],
      calls,
      async check(trial) {
        await expectNoPlaceRefused(trial, 'destination');
      },
    },
    {
      title: 'a departure_date is written YYYY-MM-DD',
      rules: ['flight-search.slices.departure-date.shape'],
      calls,
      async check(trial) {
        const [year, month, day] = trial.target.departureDate.split('-');
        const notations = [
          `${day}/${month}/${year}`,
          `${year}${month}${day}`,
          `${trial.target.departureDate}T00:00:00`,
          `${trial.target.departureDate}T00:00:00Z`,
        ];
        await expectRefusedAt(trial, 'a search', slicePositions(), departing(...notations));
      },
    },
    {
      title: 'a departure_date of an impossible day is refused',
      rules: ['flight-search.slices.departure-date.shape'],
      calls,
      async check(trial) {
        const flaws = departing(...daysThatDoNotExist(trial.target.departureDate));
        await expectRefusedAt(trial, 'a search', slicePositions(), flaws);
      },
    },
    {
      title: 'a departure_date in the past is refused',
      rules: ['flight-search.slices.departure-date.not-past'],
      calls,
      async check(trial) {
        const today = toDate(trial.now());
        await expectRefusedAt(trial, 'a search', slicePositions(), departing(addDays(today, -3), addDays(today, -400)));
      },
    },

    {
      title: 'a departure_date of yesterday is refused, and today is accepted',
      rules: ['flight-search.slices.departure-date.not-past'],
      calls,
      async check(trial) {
        const today = await todayAtOrigin(trial);
        await expectRefusedAt(trial, 'a search', slicePositions(), departing(addDays(today, -1)));
        const search = await trial.searchFlights({
          with: { slices: [{ ...sliceOf(trial), departure_date: today }] },
        });
        if (isAccepted(search)) return;
        // Today has not passed, but may be too close.
        trial.warn('flight.past-dates', {
          expected: `a search for ${today}, today at its origin, to be accepted`,
          actual: describeOutcome(search),
          pointer: null,
          exchange: search,
        });
      },
    },

    // ── Passengers ─────────────────────────────────────────────────────────────────────────────────
    {
      title: 'a search without passengers is refused',
      rules: ['flight-search.passengers.adult-required'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'a search', searchPositions(), {
          'no passengers': (search) => ({ ...search, passengers: [] }),
        });
      },
    },
    {
      title: 'a search for children or infants alone is refused',
      rules: ['flight-search.passengers.adult-required'],
      calls,
      async check(trial) {
        await expectRefusedAt(
          trial,
          'a search',
          searchPositions({ passengers: [{ type: 'adult' }, CHILD] }),
          Object.fromEntries(
            Object.entries({
              'a child alone': [CHILD],
              'an infant alone': [INFANT],
              'two children': [CHILD, CHILD],
              'a child and an infant': [CHILD, INFANT],
            }).map(([words, passengers]) => [words, (search: object) => ({ ...search, passengers })]),
          ),
        );
      },
    },
    {
      title: 'a search for an adult uses the type adult',
      rules: ['flight-search.passengers.type.adult-valid'],
      calls,
      async check(trial) {
        const search = await trial.searchFlights();
        if (isAccepted(search)) return;
        for (const type of ['ADT', 'ADULT', 'Adult', 'adults']) {
          if (isAccepted(await trial.searchFlights({ with: { passengers: [{ type }] } })))
            fail(
              search,
              'a search for one passenger of type adult to be accepted',
              `accepted only as ${type}: ${describeOutcome(search)}`,
            );
        }
        throw new PreconditionNotMet(`needs a search that the target accepts: ${describeOutcome(search)}`);
      },
    },

    // ── Cabin, currency, language ──────────────────────────────────────────────────────────────────
    {
      title: 'a cabin_class that is not a string is refused',
      rules: ['flight-search.cabin-class'],
      calls,
      async check(trial) {
        await expectRefusedAt(
          trial,
          'a search',
          searchPositions(),
          withValues('cabin_class', [1, { name: 'economy' }, null]),
        );
      },
    },
    {
      title: 'a currency that is not a currency code is refused',
      rules: ['flight-search.currency'],
      calls,
      async check(trial) {
        await expectRefusedAt(
          trial,
          'a search',
          searchPositions({ currency: 'EUR' }),
          withValues('currency', ['euros', '€', '978', '']),
        );
      },
    },
    {
      title: 'a search in an unknown currency is refused',
      rules: ['flight-search.currency'],
      calls,
      async check(trial) {
        await expectNoOffersIn(trial, UNKNOWN_CURRENCY);
      },
    },
    {
      title: 'a search without a currency is in EUR',
      rules: ['flight-search.currency.default-eur'],
      calls,
      async check(trial) {
        const silent = await trial.searchFlights();
        if (!isAccepted(silent)) {
          await requireValidSearch(trial, { currency: 'EUR' });
          fail(silent, 'a search without currency to be accepted, like one in EUR', describeOutcome(silent));
        }
        expectEvery(silent, '/offers/*/currency', 'EUR, the default currency', (currency) => currency === 'EUR');
      },
    },
    {
      title: 'a search needs no language',
      rules: ['flight-search.language.optional'],
      calls,
      async check(trial) {
        const silent = await trial.searchFlights();
        if (isAccepted(silent)) return;
        await requireValidSearch(trial, { language: 'en' });
        fail(silent, 'a search without language to be accepted, like one in English', describeOutcome(silent));
      },
    },
    {
      title: 'translated names in a response are in the language of its search',
      rules: ['flight-search.language.translated-metadata'],
      calls,
      atEnd: true,
      async check(trial) {
        await expectSomeLanguageTaken(trial);
        const searches = (await trial.sampleSearches()).filter(namesLanguage);
        if (searches.every((search) => cityNames(search).size === 0))
          throw new PreconditionNotMet('needs offers with cities to look at');
        expectOfEach(searches, (search) => expectOneLanguage(search, searches));
        const [first, ...others] = searches;
        if (others.some((search) => first && differInNames(first, search))) return;
        // A service without translations breaks no rule.
        trial.warn('flight.languages', {
          expected: `some city to have another name in one of ${LANGUAGES.join(', ')}`,
          actual: 'the same names in all of them',
          pointer: null,
          exchange: searches.at(-1) ?? null,
        });
      },
    },

    // ── Response ────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'a successful search returns a list of offers',
      rules: ['flight-search.response.offers'],
      calls,
      async check(trial) {
        expectOfferList(await requireValidSearch(trial));
      },
    },
    {
      title: 'a search without results returns an empty list of offers',
      rules: ['flight-search.response.offers'],
      calls,
      scenarios: ['no-offers'],
      async check(trial) {
        await requireValidSearch(trial);
        const search = await trial.searchFlights({}, { scenario: 'no-offers' });
        if (!isSuccess(search)) fail(search, 'a search without results to succeed', describeOutcome(search));
        expectOfferList(search);
      },
    },
    {
      title: 'every search has the liveMode of its environment',
      rules: ['flight-search.live-mode'],
      calls,
      atEnd: true,
      async check(trial) {
        const { liveMode, sandboxUrl } = trial.target;
        const expected =
          sandboxUrl === null
            ? `liveMode ${liveMode}, as in the first response of this target`
            : 'liveMode false, as it is a sandbox';
        expectEvery(
          await trial.sampleSearches(),
          '/liveMode',
          expected,
          (value) => value === (sandboxUrl === null && liveMode),
        );
      },
    },
    {
      title: 'a search without a provider call has the same liveMode as one with offers',
      rules: ['flight-search.live-mode.from-service'],
      calls,
      async check(trial) {
        const own = liveModeOf(await trial.searchFlights({ with: { slices: [] } }));
        if (typeof own !== 'boolean')
          throw new PreconditionNotMet(`needs a refused search with liveMode, and it has ${show(own)}`);
        expectEvery(
          await requireValidSearch(trial),
          '/liveMode',
          `the liveMode of the service itself, ${own}`,
          (value) => value === own || typeof value !== 'boolean',
        );
      },
    },
    {
      title: 'liveMode does not depend on the provider',
      rules: ['flight-search.live-mode.from-service'],
      calls,
      scenarios: ['provider-0-down', 'provider-1-down'],
      async check(trial) {
        const own = liveModeOf(await requireValidSearch(trial));
        for (const scenario of ['provider-0-down', 'provider-1-down']) {
          const search = trial.requireSetup(
            await trial.searchFlights({}, { scenario }),
            'needs a search that the other provider responds to',
          );
          expectEvery(
            search,
            '/liveMode',
            `liveMode ${show(own)}, as when both providers respond`,
            (value) => value === own,
          );
        }
      },
    },

    // ── Offers ─────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'one search returns offers of every source of the target',
      rules: ['flight-search.sources.active'],
      calls,
      async check(trial) {
        const searches = await trial.sampleSearches();
        const all = [...new Set(searches.flatMap(sourcesOf))].sort();
        if (all.length === 0) throw new PreconditionNotMet('needs offers with a gdsprovider');
        // A short response may have only the cheapest offers from all sources.
        const fullest = searches
          .filter((search) => select(search.value, '/offers/*').length >= 2 * all.length)
          .toSorted((a, b) => sourcesOf(b).length - sourcesOf(a).length)[0];
        if (!fullest)
          throw new PreconditionNotMet(`needs responses with more offers than the ${all.length} known sources`);
        if (sourcesOf(fullest).length < all.length)
          fail(
            fullest,
            `a response with offers of every known gdsprovider: ${all.join(', ')}`,
            `none of ${searches.length} responses had more than ${sourcesOf(fullest).join(', ')}`,
          );
      },
    },
    {
      title: 'a round trip is searched at every source that sells one way',
      rules: ['flight-search.sources.active'],
      calls,
      async check(trial) {
        const routes = trial.target.routes.slice(0, 3);
        const search = (roundTrip: boolean) =>
          Promise.all(routes.map((route) => trial.searchFlights({ route, roundTrip })));
        const [oneWay, roundTrips] = [await search(false), await search(true)];
        const all = [...new Set(oneWay.flatMap(sourcesOf))].sort();
        const full = roundTrips.filter((one) => select(one.value, '/offers/*').length >= 2 * all.length);
        if (full.length < 2 || all.length < 2)
          throw new PreconditionNotMet('needs round trips with more offers than the sources that sell one way');
        const found = [...new Set(roundTrips.flatMap(sourcesOf))].sort();
        if (all.some((source) => !found.includes(source)))
          fail(
            full[0] ?? null,
            `round trips of every gdsprovider that sells one way: ${all.join(', ')}`,
            `${roundTrips.length} searches with offers of ${found.join(', ') || 'none'}`,
          );
      },
    },
    {
      title: 'if one source is down, the offers of the others are returned',
      rules: ['flight-search.sources.active'],
      calls,
      scenarios: ['provider-0-down', 'provider-1-down'],
      async check(trial) {
        const valid = await requireValidSearch(trial);
        if (sourcesOf(valid).length === 0) throw new PreconditionNotMet('needs offers with a gdsprovider');
        // A single offer disappears with its source, even if other sources exist.
        if (select(valid.value, '/offers/*').length < 2)
          throw new PreconditionNotMet('needs a search that returns more than one offer');
        for (const scenario of ['provider-0-down', 'provider-1-down']) {
          const search = await trial.searchFlights({}, { scenario });
          if (sourcesOf(search).length === 0)
            fail(search, 'offers of the source that is not down', describeOutcome(search));
        }
      },
    },
    {
      title: 'offers of every source have the same shape',
      rules: ['flight-search.offers.normalized'],
      calls,
      atEnd: true,
      async check(trial) {
        expectOneShape(await trial.sampleSearches());
      },
    },
    {
      title: 'an order has the price of its offer',
      rules: ['flight-search.offers.final-price'],
      calls: withOrder,
      async check(trial) {
        const offer = await trial.offer();
        const order = trial.requireSetup(await trial.order(offer), 'needs an order that the target accepts');
        const [paid] = select(order.value, '/totalAmount');
        if (paid?.value === undefined) {
          trial.warn('flight.order-response-fields', {
            expected: 'the totalAmount of the order',
            actual: 'nothing',
            pointer: '/totalAmount',
            exchange: order,
          });
        } else if (Number(paid.value) !== Number(offer.totalAmount)) {
          fail(order, `${show(offer.totalAmount)}, the final price of the offer`, show(paid.value), '/totalAmount');
        }
      },
    },
    ...[
      { whom: 'a family', criteria: { types: ['adult', 'child', 'adult'] } as const },
      { whom: 'a round trip for two', criteria: { types: ['adult', 'adult'], roundTrip: true } as const },
    ].map(({ whom, criteria }): Contract => ({
      title: `an order of ${whom} has exactly the price of its offer`,
      rules: ['flight-search.offers.final-price'],
      calls: withOrder,
      async check(trial) {
        for (const gdsprovider of sourcesOf(await requireValidSearch(trial)).filter(isNumber)) {
          const offer = await trial.offer({ ...criteria, gdsprovider });
          const order = await trial.order(offer);
          trial.requireSetup(order, `needs an order of ${whom} that the target accepts`, isAccepted(order));
          const paid = select(order.value, '/totalAmount')[0]?.value;
          if (paid !== undefined && Number(paid) !== Number(offer.totalAmount))
            fail(order, `${offer.totalAmount}, the final price of the offer`, show(paid), '/totalAmount');
        }
      },
    })),
    {
      title: "the price of an offer differs from the provider's price",
      rules: ['flight-search.offers.final-price'],
      calls: withOrder,
      async check(trial) {
        const { sandboxUrl, ownProfile } = trial.target;
        // Throws before any order: without a sandbox, the check cannot be made.
        if (sandboxUrl === null)
          throw new PreconditionNotMet("needs the provider's record of an order, which only a sandbox shows");
        for (const gdsprovider of [0, 1]) {
          const offer = await trial.offer({ gdsprovider });
          const order = trial.requireSetup(await trial.order(offer), 'needs an order that the target accepts');
          const net = netPrice(await trial.orderRecord(String(select(order.value, '/orderId')[0]?.value)));
          const final = select(offer, '/originalCurrency/totalAmount')[0]?.value;
          if (typeof final !== 'number')
            throw new PreconditionNotMet('needs an offer with its price in the currency of the provider');
          // An existing profile may have no margin.
          if (final < net || (final === net && ownProfile))
            fail(
              order,
              `a final price above the net price of gdsprovider ${gdsprovider}, ${net}`,
              `${final} in its currency`,
            );
        }
      },
    },
    {
      title: 'every offer has its provider and airline',
      rules: ['flight-search.offers.provider-metadata'],
      calls,
      atEnd: true,
      async check(trial) {
        await expectPresent(trial, ['gdsprovider', 'airline']);
      },
    },
    {
      title: 'every offer has the passenger requirements of its booking',
      rules: ['flight-search.offers.passenger-requirements'],
      calls,
      atEnd: true,
      async check(trial) {
        await expectPresent(trial, [
          'passengers',
          'passengerIdentityDocumentsRequired',
          'supportedPassengerIdDocuments',
          'supportedLoyaltyPrograms',
        ]);
      },
    },
    {
      title: 'every offer has the searched slices, each with its segments',
      rules: ['flight-search.offers.slices-and-segments'],
      calls,
      atEnd: true,
      async check(trial) {
        const searches = await trial.sampleSearches();
        expectEvery(
          searches,
          '/offers/*/slices',
          'the searched number of slices',
          (slices, { exchange }) => Array.isArray(slices) && slices.length === slicesSearched(exchange),
        );
        expectEvery(
          searches,
          '/offers/*/slices/*/segments',
          'at least one segment',
          (segments) => Array.isArray(segments) && segments.length > 0,
        );
      },
    },
  ],
};

export default area;

type Slice = Schema['FlightSearchSlice'];

const MIDNIGHT_MARGIN_MS = 10 * 60_000;
const LANGUAGES = ['en', 'es', 'zh'];
const CHILD = { type: 'child' };
const INFANT = { type: 'infant_without_seat' };
/** Well-formed, but not the code of a currency. */
const UNKNOWN_CURRENCY = 'ZZZ';
/** Well-formed, but not the code of a place. */
const UNKNOWN_CODE = 'QQQ';

function sliceOf({ target }: Trial): { origin: string; destination: string; departure_date: string } {
  const [origin, destination] = target.routes[0];
  return { origin, destination, departure_date: target.departureDate };
}

function thereAndBackAndThere({ origin, destination, departure_date: date }: Slice): Slice[] {
  return [
    { origin, destination, departure_date: date },
    { origin: destination, destination: origin, departure_date: addDays(date, 7) },
    { origin, destination, departure_date: addDays(date, 14) },
  ];
}

/** Returns slices with these departure dates. */
function departing(...dates: readonly string[]): Flaws<object> {
  return withValues('departure_date', dates);
}

/** Returns one flaw for each value that the property gets. */
function withValues(name: string, values: readonly unknown[]): Flaws<object> {
  return Object.fromEntries(
    values.map((value) => [`${name} ${show(value)}`, (element: object) => ({ ...element, [name]: value })]),
  );
}

/** Expects no offers. If the target accepts the currency and finds nothing, it breaks only an assumption. */
async function expectNoOffersIn(trial: Trial, currency: string): Promise<void> {
  await atEveryPosition(trial, searchPositions(), async ({ element, send }, name) => {
    const search = await send({ ...element, currency });
    if (select(search.value, '/offers/*').length > 0)
      expectRefused(search, `a search with currency ${show(currency)} (${name})`);
    warnUnlessRefusedWith(trial, 'flight.currencies', search, 400);
  });
  await requireValidSearch(trial);
}

/** Returns today in the offer's zone. Throws PreconditionNotMet close to midnight, just before the day changes. */
async function todayAtOrigin(trial: Trial): Promise<string> {
  const search = await requireValidSearch(trial);
  const zone = select(search.value, '/offers/0/slices/0/departure/timeZone')[0]?.value;
  const [before, now, after] = [-1, 0, 1].map((way) => dayAt(trial.now() + way * MIDNIGHT_MARGIN_MS, zone));
  if (now === null || now === undefined) throw new PreconditionNotMet('needs an offer with its time zone');
  if (before !== after) throw new PreconditionNotMet('needs a time of day that is not close to midnight');
  return now;
}

/** Returns two days that do not exist: a 31st in the next month with 30 days, and the day after the next February. */
function daysThatDoNotExist(after: string): string[] {
  const months = Array.from({ length: 12 }, (_, index) => addDays(`${after.slice(0, 7)}-15`, 30.4 * (index + 1)));
  const [short, february] = [months.find((day) => /-(04|06|09|11)-/.test(day)), months.find((day) => /-02-/.test(day))];
  const year = Number(february?.slice(0, 4));
  return [`${short?.slice(0, 7)}-31`, `${year}-02-${commonYear(year) === year ? '29' : '30'}`];
}

/** City codes, each with its airports. */
const CITIES: readonly { city: string; airports: readonly [string, ...string[]] }[] = [
  { city: 'LON', airports: ['LHR', 'LGW', 'STN', 'LTN', 'LCY'] },
  { city: 'NYC', airports: ['JFK', 'EWR', 'LGA'] },
  { city: 'PAR', airports: ['CDG', 'ORY'] },
];

/** Expects the target to accept a city like an airport, with or without offers. */
async function expectCityTaken(trial: Trial, end: 'origin' | 'destination'): Promise<void> {
  const slice = sliceOf(trial);
  const other = end === 'origin' ? slice.destination : slice.origin;
  const found = CITIES.find(({ city, airports }) => city !== other && !airports.includes(other));
  if (!found) throw new PreconditionNotMet(`needs a city other than that of ${other}`);
  const [city, airportCode] = [found.city, found.airports[0]];
  const search = await trial.searchFlights({ with: { slices: [{ ...slice, [end]: city }] } });
  if (isAccepted(search)) return;
  const airport = await trial.searchFlights({ with: { slices: [{ ...slice, [end]: airportCode }] } });
  trial.requireSetup(airport, `needs a search with ${airportCode} as ${end}`);
  fail(
    search,
    `a search with the city ${city} as ${end} to be accepted, like its airport ${airportCode}`,
    describeOutcome(search),
  );
}

async function expectNoPlaceRefused(trial: Trial, end: 'origin' | 'destination'): Promise<void> {
  const slice = sliceOf(trial);
  await expectRefusedAt(trial, 'a search', slicePositions(), withValues(end, ['Rome', `${slice[end]}X`, '123']));
}

/** Searches in each language. Throws ContractViolation if the service accepts only searches without a language. */
async function expectSomeLanguageTaken(trial: Trial): Promise<void> {
  const searches: CheckedExchange[] = [];
  for (const language of LANGUAGES) searches.push(await trial.searchFlights({ roundTrip: true, with: { language } }));
  const [refused] = searches;
  if (!refused || searches.some(isAccepted)) return;
  const plain = await trial.searchFlights({ roundTrip: true });
  trial.requireSetup(plain, 'the same search without a language is refused too');
  fail(
    refused,
    `a search in one of the languages ${LANGUAGES.join(', ')} to be accepted, like a search without a language`,
    describeOutcome(refused),
  );
}

function namesLanguage(search: CheckedExchange): boolean {
  return LANGUAGES.includes(languageOf(search));
}

function languageOf(search: CheckedExchange): string {
  return String(sentBody(search)['language']);
}

/** Expects one name per place, and no name in another language if the run shows translations. */
function expectOneLanguage(search: CheckedExchange, searches: readonly CheckedExchange[]): void {
  const language = languageOf(search);
  const foreign = searches.filter((other) => languageOf(other) !== language);
  const alike = searches.filter((other) => languageOf(other) === language);
  for (const [code, names] of cityNames(search)) {
    const [[first, pointer] = ['', ''], second] = names;
    if (second)
      fail(search, `one name for ${code} in a response in ${language}, as it is translated: ${first}`, ...second);
    const isForeign = foreign.some((other) => cityNames(other).get(code)?.has(first));
    const translation = alike.map((other) => onlyName(other, code)).find((name) => name !== null && name !== first);
    const isHan = language !== 'zh' && /\p{Script=Han}/u.test(first);
    if (isForeign && translation) fail(search, `${translation}, the name of ${code} in ${language}`, first, pointer);
    if (isHan && searches.some((other) => ![null, first].includes(onlyName(other, code))))
      fail(search, `a name in the language of the search, ${language}`, first, pointer);
  }
}

/** Returns a place's name in the response, or null without one. */
function onlyName(search: CheckedExchange, code: string): string | null {
  const [name = null] = cityNames(search).get(code)?.keys() ?? [];
  return name;
}

function differInNames(one: CheckedExchange, other: CheckedExchange): boolean {
  return [...cityNames(one).keys()].some((code) => ![null, onlyName(one, code)].includes(onlyName(other, code)));
}

function expectOfferList(search: CheckedExchange): void {
  const [offers] = select(search.value, '/offers');
  if (!Array.isArray(offers?.value)) fail(search, 'offers, a list', show(offers?.value), '/offers');
}

function liveModeOf(search: CheckedExchange): unknown {
  return select(search.value, '/liveMode')[0]?.value;
}

function sourcesOf(search: CheckedExchange): unknown[] {
  return [
    ...new Set(
      select(search.value, '/offers/*/gdsprovider')
        .map(({ value }) => value)
        .filter((value) => value !== undefined && value !== null),
    ),
  ];
}

async function expectPresent(trial: Trial, names: readonly string[]): Promise<void> {
  const searches = await trial.sampleSearches();
  for (const name of names)
    expectEvery(searches, `/offers/*/${name}`, `${name} to be there`, (value) => value !== undefined && value !== null);
}

function slicesSearched({ request }: CheckedExchange): number {
  return select(JSON.parse(request.body ?? '{}'), '/slices/*').length;
}

/** Returns the provider's net price, in the native form of either provider. */
function netPrice(record: CheckedExchange): number {
  const [total] = select(record.value, '/resource/providerRecord/request/data/total_amount');
  const [tot] = select(record.value, '/resource/providerRecord/request/tot');
  const [amt, dec] = [Number(propertyOf(tot?.value, 'amt')), Number(propertyOf(tot?.value, 'dec'))];
  const net = total?.value === undefined ? amt / 10 ** dec : Number(total.value);
  if (!Number.isFinite(net)) throw new PreconditionNotMet("needs a provider's record with its price");
  return net;
}
