import { DAY, toIso } from '../src/base/clock.ts';
import {
  isBoolean,
  isCurrency,
  isDateTime,
  isDecimal,
  isNumber,
  isRecord,
  isText,
  isTimestamp,
} from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import {
  expectAccepted,
  expectAlwaysRefused,
  expectEvery,
  expectOfEach,
  fail,
  nothingAt,
} from '../src/check/verify/expectations/expect.ts';
import type { FoundValue } from '../src/check/verify/expectations/offer-contract.ts';
import { findValues, named, offerContract, propertiesOf } from '../src/check/verify/expectations/offer-contract.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import { flightOrder } from '../src/check/verify/fixtures/flight-order.ts';
import { isSameRefusal, lookUp } from '../src/check/verify/fixtures/look-up.ts';
import { orderPositions } from '../src/check/verify/fixtures/order-positions.ts';
import { atEveryPosition } from '../src/check/verify/fixtures/positions.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { Offer } from '../src/interface/api.ts';

const PARTS = ['refundBeforeDeparture', 'changeBeforeDeparture'] as const;
const conditions = PARTS.map((name) => `/offers/*/conditions/${name}`);

const area: Area = {
  name: 'offers',
  contracts: [
    offerContract('offer.fields.offer-id', 'the offerId of an offer is a string', {
      at: '/offers/*/offerId',
      expected: 'a non-empty string',
      fits: isText,
    }),
    {
      title: 'an order finds an offer by its offerId',
      rules: ['offer.fields.offer-id'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const { lookup, order } = await lookUp(trial, await trial.offer());
        if (lookup === 'unknown')
          fail(order, 'the offer to be found by its offerId', `${describeOutcome(order)}, as for an invented offerId`);
        trial.requireSetup(order, `needs an order that the target accepts (${lookup})`, lookup === 'found');
      },
    },
    offerContract('offer.fields.gdsprovider', 'the gdsprovider of an offer is a number', {
      at: '/offers/*/gdsprovider',
      expected: 'a number',
      fits: isNumber,
    }),
    {
      title: 'an order finds an offer under its gdsprovider',
      rules: ['offer.fields.gdsprovider'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const offer = await trial.offer();
        const { lookup, order } = await lookUp(trial, offer);
        if (lookup === 'elsewhere')
          fail(
            order,
            `the offer to be found under gdsprovider ${offer.gdsprovider}`,
            `${describeOutcome(order)}; it is found under the other one`,
          );
        trial.requireSetup(order, `needs an order that the target accepts (${lookup})`, lookup === 'found');
      },
    },
    {
      title: 'the expiresAt of an offer is a timestamp in the future',
      rules: ['offer.fields.expires-at'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        const searches = await trial.sampleSearches();
        expectEvery(searches, '/offers/*/expiresAt', 'an ISO 8601 date-time', isDateTime);
        for (const search of searches) warnOfZones(trial, search);
        const timeOf = searchTimes(trial);
        expectOfEach(searches, (search) =>
          expectEvery(
            search,
            '/offers/*/expiresAt',
            `an instant after ${toIso(timeOf(search))}, the time of the search`,
            (value) => liesAhead(value, timeOf(search)),
          ),
        );
      },
    },
    offerContract('offer.fields.total-amount', 'the totalAmount of an offer is a number', {
      at: '/offers/*/totalAmount',
      expected: 'a number greater than zero',
      fits: (value) => isNumber(value) && value > 0,
    }),
    offerContract('offer.fields.supported-passenger-id-documents', 'an offer names its supported identity documents', {
      at: '/offers/*/supportedPassengerIdDocuments',
      expected: 'names of document types',
      fits: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
    }),
    offerContract(
      'offer.fields.passenger-identity-documents-required',
      'an offer states its need of identity documents',
      { at: '/offers/*/passengerIdentityDocumentsRequired', expected: 'true or false', fits: isBoolean },
    ),
    offerContract(
      'offer.fields.supported-loyalty-programs',
      'an offer lists the airlines of its supported loyalty programmes',
      {
        at: '/offers/*/supportedLoyaltyPrograms',
        expected: 'a list of airline codes',
        fits: (value) => Array.isArray(value) && value.every(isAirlineCode),
      },
    ),
    offerContract(
      'offer.fields.airline',
      'the airline of an offer has its four fields',
      ...propertiesOf('/offers/*/airline', 'name', 'iataCode', 'logoURL', 'conditionsOfCarriage'),
    ),
    offerContract('offer.fields.co2-emissions', 'the CO2EmissionsKg of an offer is a number', {
      at: '/offers/*/CO2EmissionsKg',
      expected: 'a number that is not negative',
      fits: (value) => isNumber(value) && value >= 0,
    }),
    offerContract('offer.fields.original-currency', 'the originalCurrency of an offer is an object', {
      at: '/offers/*/originalCurrency',
      expected: 'an object',
      fits: isRecord,
    }),
    offerContract('offer.fields.currency', 'the currency of an offer is a currency code', {
      at: '/offers/*/currency',
      expected: 'a currency code, "EUR" for example',
      fits: isCurrency,
    }),
    {
      title: 'the conditions of the offers of each provider have their two parts',
      rules: ['offer.conditions.parts'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        const searches = await trial.sampleSearches();
        const form = `an object with ${PARTS.join(' and ')}`;
        // Empty conditions may omit unknown values.
        const isForm = (value: unknown) =>
          isRecord(value) && (Object.keys(value).length === 0 || PARTS.some((part) => part in value));
        expectOfEach(searches, (search) => expectEvery(search, '/offers/*/conditions', form, isForm));
        const offers = findValues(searches, '/offers/*');
        const providers = Map.groupBy(offers, ({ value }) => show(propertyOf(value, 'gdsprovider')));
        for (const [provider, own] of providers) expectParts(provider, own);
      },
    },
    offerContract(
      'offer.conditions.penalty-amount',
      'the penaltyAmount of a condition is a decimal string',
      named(conditions.map((at) => `${at}/penaltyAmount`)),
      {
        at: conditions.map((at) => `${at}/penaltyAmount`),
        expected: 'a string with a decimal amount that is not negative, or null',
        fits: (value) => !isStated(value) || (isDecimal(value) && Number(value) >= 0),
      },
    ),
    offerContract('offer.conditions.allowed', 'the allowed of a condition is a boolean', {
      at: conditions.map((at) => `${at}/allowed`),
      expected: 'true or false',
      fits: isBoolean,
    }),
    offerContract(
      'offer.conditions.currency',
      'a condition has a currency, a code next to an amount',
      named(conditions.map((at) => `${at}/currency`)),
      { at: conditions, expected: 'a currency code next to the penaltyAmount', fits: hasPenaltyCurrency },
    ),
    offerContract(
      'offer.hold-options.available',
      'the holdOptions of an offer have the flag available',
      { at: '/offers/*/holdOptions', expected: 'an object with available', fits: isRecord },
      { at: '/offers/*/holdOptions/available', expected: 'true or false', fits: isBoolean },
    ),
    ofHolds(
      'offer.hold-options.payment-required-by',
      'the paymentRequiredBy of a holdable offer is a timestamp in the future',
      'an ISO 8601 date-time after the time of the search',
      '/holdOptions/paymentRequiredBy',
      (value, at) => !isStated(value) || (isDateTime(value) && liesAhead(value, at)),
    ),
    ofHolds(
      'offer.hold-options.price-guaranted-until',
      'the priceGuarantedUntil of a holdable offer is a timestamp in the future',
      'an ISO 8601 date-time after the time of the search',
      '/holdOptions/priceGuarantedUntil',
      (value, at) => !isStated(value) || (isDateTime(value) && liesAhead(value, at)),
    ),
    ofHolds(
      'offer.hold-options.both-timestamps',
      'an offer that can be held states both timestamps',
      'paymentRequiredBy and priceGuarantedUntil, neither of them null',
      // Another rule covers the spelling.
      '/holdOptions',
      (value) =>
        isRecord(value) &&
        isStated(value['paymentRequiredBy']) &&
        isStated(value['priceGuarantedUntil'] ?? value['priceGuaranteedUntil']),
    ),
    ofHolds('offer.fields.hold-id', 'an offer that can be held has a holdId', 'a non-empty string', '/holdId', isText),
    {
      title: 'holdOptions spell it priceGuarantedUntil',
      rules: ['offer.hold-options.price-guaranted-until-spelling'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        const options = findValues(await trial.sampleSearches(), '/offers/*/holdOptions').flatMap((found) => {
          const all = isRecord(found.value) ? Object.keys(found.value) : null;
          return all === null ? [] : { ...found, all, own: all.filter((name) => PRICE_GUARANTEE.test(name)) };
        });
        const wrong = options.find(({ own }) => own.some((name) => name !== 'priceGuarantedUntil'));
        if (wrong)
          fail(wrong.exchange, 'the name priceGuarantedUntil, spelled this way', wrong.own.join(', '), wrong.pointer);
        const [first] = options;
        if (!first) throw new PreconditionNotMet('no offer has holdOptions');
        if (options.every(({ own }) => own.length === 0))
          fail(first.exchange, 'the name priceGuarantedUntil', `only ${first.all.join(', ')}`, first.pointer);
      },
    },
    {
      title: 'an offer has the searched passengers',
      rules: ['offer.passengers.id-and-type'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        const searches = await trial.sampleSearches();
        if (findValues(searches, '/offers/*').length === 0) throw nothingAt(searches, '/offers/*');
        expectOfEach(searches, (search) => {
          const wanted = typesOf(JSON.parse(search.request.body ?? '{}'));
          const wrong = select(search.value, '/offers/*/passengers').find(({ value: passengers }) => {
            const ids = select(passengers, '/*/id').map(({ value }) => value);
            return (
              !Array.isArray(passengers) ||
              typesOf({ passengers }).join() !== wanted.join() ||
              !ids.every(isText) ||
              new Set(ids).size !== wanted.length
            );
          });
          if (wrong)
            fail(
              search,
              `${wanted.length} passengers (${wanted.join(', ')}), each with a unique id`,
              show(wrong.value),
              wrong.pointer,
            );
        });
      },
    },
    {
      title: "the passenger ids of one provider's offers have the form <provider>_pax_<n>",
      rules: ['offer.passengers.id-form'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        const offers = findValues(await trial.sampleSearches(), '/offers/*').filter(({ value }) => isRecord(value));
        const byProvider = Map.groupBy(offers, ({ value }) => propertyOf(value, 'gdsprovider'));
        if (
          [...byProvider].some(([provider, own]) => own.every(({ value }) => hasNumberedIds(value, String(provider))))
        )
          return;
        const [named] = [...byProvider.values()].find((own) => haveNumberedIds(own.map(({ value }) => value))) ?? [];
        if (named) {
          const { exchange, pointer, value } = named;
          const own = propertyOf(value, 'gdsprovider');
          const [, said = ''] = /^(\d+)_pax_/.exec(String(idsOf(value)[0])) ?? [];
          if (said !== '' && byProvider.size > 1 && [...byProvider.keys()].some((other) => String(other) === said))
            fail(
              exchange,
              `ids that begin with the gdsprovider of their offer, ${show(own)}, or with a name`,
              `${idsOf(value).map(show).join(', ')}, of another gdsprovider`,
              `${pointer}/passengers`,
            );
          // The document does not say whether an id has the provider's number or name.
          trial.warn('flight.passenger-id-providers', {
            expected: 'ids that begin with the gdsprovider of their offer',
            actual: idsOf(value).map(show).join(', '),
            pointer: `${pointer}/passengers`,
            exchange,
          });
          return;
        }
        const [first] = offers;
        if (!first || byProvider.size < 2)
          throw new PreconditionNotMet(
            `needs offers of each provider; there are only those of gdsprovider ${show([...byProvider.keys()][0])}`,
          );
        const { exchange, pointer, value } =
          offers.find((offer) => propertyOf(offer.value, 'gdsprovider') === 1) ?? first;
        fail(
          exchange,
          'ids of the form <provider>_pax_<n>, n from 1, in all offers of one provider',
          idsOf(value).map(show).join(', '),
          `${pointer}/passengers`,
        );
      },
    },
    {
      title: 'an order that repeats the passenger ids of its offer is accepted',
      rules: ['offer.passengers.ids-reusable'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const search = trial.requireSetup(
          await trial.searchFlights({ types: ['adult', 'child'] }),
          'needs offers for two, and the search returned none',
        );
        const offers = select(search.value, '/offers/*')
          .map(({ value }) => value as Offer)
          .filter((offer) => isRecord(offer) && isText(offer.offerId) && isNumber(offer.gdsprovider));
        if (offers.length === 0)
          throw new PreconditionNotMet(
            'needs an offer for two with an offerId and a gdsprovider, and the search had none',
          );
        for (const [offer] of Map.groupBy(offers, ({ gdsprovider }) => gdsprovider).values())
          if (offer) await expectIdsTaken(trial, offer);
      },
    },
    {
      title: 'an offer can be ordered until its expiresAt',
      rules: ['offer.expiry.ends-offer'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const clocked = await trial.withFrozenClock();
        const offers = await offersOfOneKind(clocked);
        const [first, second, third] = offers.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
        if (!first || !second || !third || !offers.every(({ expiresAt }) => isTimestamp(expiresAt)))
          throw new PreconditionNotMet('needs offers whose expiresAt is a timestamp');
        const control = await clocked.order(third);
        trial.requireSetup(control, 'needs an offer that can be ordered', isAccepted(control));
        await clocked.clock.set(Date.parse(first.expiresAt) - 1);
        expectAccepted(
          await clocked.order(first),
          `the order of an offer one millisecond before its expiresAt, ${first.expiresAt},`,
        );
        await clocked.clock.set(Date.parse(second.expiresAt));
        const refusal = await expectAlwaysRefused(`the order of an offer at its expiresAt, ${second.expiresAt},`, () =>
          clocked.order(second),
        );
        warnUnlessRefusedWith(trial, 'flight.offer-rejections', refusal, 400, 'offer_expired');
      },
    },
    {
      title: 'no order or hold of either provider is accepted at the expiresAt of its offer',
      rules: ['offer.expiry.ends-offer'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const clocked = await trial.withFrozenClock();
        const positions = orderPositions({ that: ({ expiresAt }) => isTimestamp(expiresAt) });
        await atEveryPosition(clocked, positions, async ({ element, of, send }, name) => {
          await clocked.clock.set(Date.parse(of.expiresAt));
          await expectAlwaysRefused(`${name} at the expiresAt of its offer, ${of.expiresAt},`, () => send(element));
          const fresh = await positions.find((one) => one.name === name)?.prepare(clocked);
          if (fresh) requireAcceptedWithoutFlaw(clocked, await fresh.send(fresh.element), 'the same order');
        });
      },
    },
  ],
};

export default area;

/** The price guarantee's name, in any spelling. */
const PRICE_GUARANTEE = /^price_?guarant\w*_?until$/i;

/** Warns about a time without a zone. The document demands ISO 8601, which allows such times. */
function warnOfZones(trial: Trial, search: CheckedExchange): void {
  const [bare] = select(search.value, '/offers/*/expiresAt').filter(({ value }) => !isTimestamp(value));
  if (!bare) return;
  const { pointer, value } = bare;
  trial.warn('service.instants', {
    expected: 'an instant with its zone',
    actual: show(value),
    pointer,
    exchange: search,
  });
}

function saysItsDocuments({ passengerIdentityDocumentsRequired }: Offer): boolean {
  return typeof passengerIdentityDocumentsRequired === 'boolean';
}

/**
 * Returns three offers with the same order requirements and different times. If the first offer's requirements are too
 * rare, tries others.
 */
async function offersOfOneKind(trial: Trial, kindsLeft = 3): Promise<Offer[]> {
  const sample = await trial.offer({ that: saysItsDocuments });
  const like = { gdsprovider: sample.gdsprovider, that: (offer: Offer) => kindOf(offer) === kindOf(sample) };
  try {
    return [sample, await trial.offer(like), await trial.offer(like)];
  } catch (error) {
    if (kindsLeft === 1 || !(error instanceof PreconditionNotMet)) throw error;
    return offersOfOneKind(trial, kindsLeft - 1);
  }
}

/** Returns an offer's order requirements. */
function kindOf({ passengerIdentityDocumentsRequired, supportedPassengerIdDocuments }: Offer): string {
  return JSON.stringify([passengerIdentityDocumentsRequired, supportedPassengerIdDocuments]);
}

/** Checks one part in all offers that allow a hold. */
function ofHolds(
  rule: string,
  title: string,
  expected: string,
  at: string,
  fits: (value: unknown, at: number) => boolean,
): Contract {
  return {
    title,
    rules: [rule],
    calls: ['searchFlights'],
    atEnd: true,
    async check(trial) {
      const held = findValues(await trial.sampleSearches(), '/offers/*').filter(
        ({ value }) => select(value, '/holdOptions/available')[0]?.value === true,
      );
      if (held.length === 0) throw new PreconditionNotMet('needs an offer that can be held, and the searches had none');
      const timeOf = searchTimes(trial);
      for (const { exchange, pointer, value: offer } of held) {
        const value = select(offer, at)[0]?.value;
        if (!fits(value, timeOf(exchange))) fail(exchange, expected, show(value), pointer + at);
      }
    },
  };
}

/** Checks the parts. A provider may omit a part from some offers, if it is unknown, but not from all. */
function expectParts(provider: string, offers: readonly FoundValue[]): void {
  for (const part of PARTS) {
    const [first] = offers;
    if (!first || offers.some(({ value }) => propertyOf(propertyOf(value, 'conditions'), part) !== undefined)) continue;
    const expected = `${part} in the conditions of some offer of gdsprovider ${provider}`;
    fail(first.exchange, expected, `${offers.length} offers without it`, `${first.pointer}/conditions`);
  }
}

/** Orders with the offer's passenger ids. A refusal for another reason says nothing about them. */
async function expectIdsTaken(trial: Trial, offer: Offer): Promise<void> {
  const { lookup, order } = await lookUp(trial, offer);
  if (lookup === 'found') return;
  trial.requireSetup(order, `needs an order that the target accepts (${lookup})`, lookup === 'refused');
  const body = flightOrder(offer);
  const madeUp = await trial.order(offer, {
    ...body,
    passengers: body.passengers.map((passenger, place) => ({ ...passenger, id: `made-up-${place}` })),
  });
  trial.requireSetup(order, 'needs an order that the target accepts', await isSameRefusal(trial, offer, order, madeUp));
  fail(
    order,
    `the passenger ids of the offer to be taken: ${body.passengers.map(({ id }) => id).join(', ')}`,
    `${describeOutcome(order)}, as for invented ids`,
  );
}

/** Returns the target's time at each search in the run, in epoch milliseconds. */
function searchTimes(trial: Trial): (search: CheckedExchange) => number {
  const times = new Map(trial.recording.of('searchFlights').map(({ exchange, at }) => [exchange, at]));
  return (search) => times.get(search) ?? trial.now();
}

/** True for a future instant. An instant without a zone shows only its day. */
function liesAhead(value: unknown, at: number): boolean {
  return isTimestamp(value) ? Date.parse(value) > at : Date.parse(`${String(value)}Z`) > at - DAY;
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Returns the sorted passenger types in a search or an offer. */
function typesOf(body: unknown): string[] {
  return select(body, '/passengers/*/type')
    .map(({ value }) => String(value))
    .toSorted();
}

/** True if all ids begin with the same provider. */
function haveNumberedIds(offers: readonly unknown[]): boolean {
  const [, provider] = /^(.+)_pax_\d+$/.exec(String(idsOf(offers[0])[0])) ?? [];
  return provider !== undefined && offers.every((offer) => hasNumberedIds(offer, provider));
}

function hasNumberedIds(offer: unknown, provider: string): boolean {
  const ids = idsOf(offer);
  return ids.length > 0 && ids.every((_, index) => ids.includes(`${provider}_pax_${index + 1}`));
}

function idsOf(offer: unknown): unknown[] {
  return select(offer, '/passengers/*/id').map(({ value }) => value);
}

function isAirlineCode(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z0-9]{2,3}$/.test(value);
}

function hasPenaltyCurrency(condition: unknown): boolean {
  return (
    !isRecord(condition) ||
    condition['penaltyAmount'] === undefined ||
    condition['penaltyAmount'] === null ||
    isCurrency(condition['currency'])
  );
}
