import { isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectAlwaysRefused, expectEvery, fail } from '../src/check/verify/expectations/expect.ts';
import {
  expectAcceptedWith,
  requireAcceptedWithoutFlaw,
  withPassenger,
} from '../src/check/verify/fixtures/flawed-requests.ts';
import {
  flightOrder,
  holdOrder,
  identityDocument,
  segmentedOrder,
  totalSegments,
} from '../src/check/verify/fixtures/flight-order.ts';
import type { Traveller } from '../src/check/verify/fixtures/order-positions.ts';
import {
  orderPositions,
  passengerPositions,
  travellerPositions,
  withTraveller,
} from '../src/check/verify/fixtures/order-positions.ts';
import type { Flaws } from '../src/check/verify/fixtures/positions.ts';
import { atEveryPosition, expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { pathOf, textOf } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { FlightOrderRequest, Offer } from '../src/interface/api.ts';

const calls = ['searchFlights', 'createFlightOrder'] as const;

const area: Area = {
  name: 'flight order',
  contracts: [
    {
      title: 'a flight is ordered with POST on /v1/flights/order/{gdsprovider}/{offerId}',
      rules: ['flight-order.endpoint'],
      calls,
      async check(trial) {
        const order = await trial.order(await trial.offer());
        const { status } = order;
        // Another rule covers the exact success status.
        if (isSuccess(order)) return;
        // The endpoint exists and has read the order: other rules cover the refusal.
        if ([400, 401, 403].includes(status))
          throw new PreconditionNotMet(`needs an order that the target accepts: ${describeOutcome(order)}`);
        fail(order, `POST ${pathOf(order)} to accept a valid order`, describeOutcome(order));
      },
    },

    // ── Path ───────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'an order under an unknown provider number is refused',
      rules: ['flight-order.path.gdsprovider'],
      calls,
      async check(trial) {
        // Uses the default provider, because an ignored number would lead there.
        const offer = await trial.offer({ gdsprovider: 0 });
        await expectAlwaysRefused(`an order under gdsprovider ${NO_PROVIDER}`, () =>
          trial.order({ ...offer, gdsprovider: NO_PROVIDER as 0 }, flightOrder(offer)),
        );
        requireAcceptedWithoutFlaw(trial, await trial.order(offer), 'the same order');
      },
    },
    {
      title: 'an offer of gdsprovider 0 is ordered under 0',
      rules: ['flight-order.path.gdsprovider-0-default'],
      calls,
      check: (trial) => expectOrderedUnder(trial, 0),
    },
    {
      title: 'an offer of gdsprovider 1 is ordered under 1 without any holder field',
      rules: ['flight-order.path.gdsprovider-1-holder'],
      calls,
      check: (trial) => expectOrderedUnder(trial, 1),
    },
    {
      title: 'an order for an unknown offerId is refused',
      rules: ['flight-order.path.offer-id'],
      calls,
      async check(trial) {
        const offer = await trial.offer();
        const refusal = await expectAlwaysRefused('an order for an invented offerId', () =>
          trial.order({ ...offer, offerId: 'an-offer-of-no-search' }, flightOrder(offer)),
        );
        requireAcceptedWithoutFlaw(trial, await trial.order(offer), 'the same order');
        warnUnlessRefusedWith(trial, 'flight.offer-rejections', refusal, 400, 'offer_not_found');
      },
    },

    // ── Tracked offer ──────────────────────────────────────────────────────────────────────────────
    {
      title: 'an order for an offerId with only the prefix of a tracked one is refused',
      rules: ['flight-order.tracked-offer.same-offer'],
      calls,
      async check(trial) {
        const offer = await trial.offer();
        const offerId = `${offer.offerId}x`;
        const refusal = await expectAlwaysRefused(`an order for ${offerId}, when ${offer.offerId} was searched,`, () =>
          trial.order({ ...offer, offerId }, flightOrder(offer)),
        );
        requireAcceptedWithoutFlaw(trial, await trial.order(offer), 'the same order');
        warnUnlessRefusedWith(trial, 'flight.offer-rejections', refusal, 400, 'offer_not_found');
      },
    },
    {
      title: 'an order for an offer of another profile is refused',
      rules: ['flight-order.tracked-offer.same-profile'],
      calls,
      async check(trial) {
        const other = await trial.asOtherProfile();
        await atEveryPosition(trial, orderPositions(), async ({ element, send }, name) => {
          const refusal = await expectAlwaysRefused(
            `${name} of ${other.keys.profileCode} for an offer that ${trial.keys.profileCode} searched`,
            () => send(element, { keys: other.keys }),
          );
          requireAcceptedWithoutFlaw(trial, await send(element), 'the same order');
          warnUnlessRefusedWith(trial, 'flight.offer-rejections', refusal, 400, 'offer_not_found');
        });
      },
    },
    ...(
      [
        [0, 1],
        [1, 0],
      ] as const
    ).map(([own, other]): Contract => ({
      title: `an order under ${other} for an offer of gdsprovider ${own} is refused`,
      rules: ['flight-order.tracked-offer.same-gdsprovider'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ gdsprovider: own });
        // Sends segments in both orders, so their absence cannot be the reason.
        const body = segmentedOrder(offer);
        const refusal = await expectAlwaysRefused(`an order under gdsprovider ${other} for an offer of ${own}`, () =>
          trial.order({ ...offer, gdsprovider: other }, body),
        );
        requireAcceptedWithoutFlaw(trial, await trial.order(offer, body), 'the same order');
        warnUnlessRefusedWith(trial, 'flight.offer-rejections', refusal, 400, 'offer_provider_mismatch');
      },
    })),

    // ── Price and currency ─────────────────────────────────────────────────────────────────────────
    {
      title: 'an order has the price of its offer, without a price from the caller',
      rules: ['flight-order.price.resolved'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ that: hasPrice });
        const order = await trial.order(offer);
        if (isAccepted(order)) return expectCost(order, offer);
        const priced = await trial.order(offer, { ...flightOrder(offer), originalPrice: offer.totalAmount });
        trial.requireSetup(priced, 'needs an order that the target accepts', isAccepted(priced));
        fail(
          order,
          'an order without a price to be accepted',
          `${describeOutcome(order)}; with originalPrice it is accepted`,
        );
      },
    },
    {
      title: 'a price from the caller does not become the price of the order',
      rules: ['flight-order.price.resolved'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ that: hasPrice });
        const order = await trial.order(offer, { ...flightOrder(offer), totalAmount: 1 });
        if (isAccepted(order)) return expectCost(order, offer);
        requireAcceptedWithoutFlaw(trial, await trial.order(offer), 'the same order');
        warnUnlessRefusedWith(trial, 'service.unknown-fields', order, 400, 'non_whitelisted_field');
      },
    },
    {
      title: 'a currency from the caller does not become the currency of the order',
      rules: ['flight-order.price.resolved'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ that: hasPrice });
        const order = await trial.order(offer, {
          ...flightOrder(offer),
          currency: offer.currency === 'USD' ? 'EUR' : 'USD',
        });
        warnUnlessRefusedWith(trial, 'flight.order-currency', order, 400, 'currency_mismatch');
        if (isAccepted(order)) return expectCost(order, offer);
        requireAcceptedWithoutFlaw(trial, await trial.order(offer), 'the same order');
      },
    },
    {
      title: 'an order with originalPrice is refused',
      rules: ['flight-order.original-price.rejected'],
      calls,
      async check(trial) {
        const [refusal] = await expectRefusedAt(trial, 'an order', orderPositions({ that: hasPrice }), {
          originalPrice: (order, { totalAmount }) => ({ ...order, originalPrice: totalAmount }),
          ...Object.fromEntries(
            FALSY.map((value) => [
              `originalPrice ${show(value)}`,
              (order: FlightOrderRequest) => ({ ...order, originalPrice: value }),
            ]),
          ),
        });
        if (!textOf(refusal).includes('originalPrice'))
          trial.warn('flight.order-rejections', {
            expected: 'the response to name the field originalPrice',
            actual: describeOutcome(refusal),
            pointer: '',
            exchange: refusal,
          });
        warnUnlessRefusedWith(trial, 'flight.order-rejections', refusal, 400, 'non_whitelisted_field');
      },
    },
    {
      title: 'an order with an internal user identifier is refused, in the order and in a passenger',
      rules: ['flight-order.internal-user-ids'],
      calls,
      async check(trial) {
        const refusals = [
          ...(await expectRefusedAt(trial, 'an order', orderPositions(), fieldsWith(OF_ORDERS))),
          ...(await expectRefusedAt(trial, 'an order', passengerPositions(), fieldsWith(OF_PASSENGERS))),
        ];
        for (const refusal of refusals)
          warnUnlessRefusedWith(trial, 'service.unknown-fields', refusal, 400, 'non_whitelisted_field');
      },
    },
    {
      title: 'a non-whitelisted field is also refused in a document, a segment and an account',
      rules: ['flight-order.internal-user-ids'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ documents: true });
        const valid = flightOrder(offer);
        const [segment, ...segments] = totalSegments(offer);
        const documented = (changes: object) =>
          withPassenger(valid, 0, { identity_documents: [{ ...identityDocument(offer), ...changes }] });
        for (const order of [
          ...['4711', ...FALSY].map((value) => documented({ userId: value })),
          documented({ originalPrice: 0 }),
          withPassenger(valid, 0, { originalPrice: null }),
          ...(segment ? [{ ...valid, totalSegments: [{ ...segment, userId: '' }, ...segments] }] : []),
        ]) {
          const refusal = await trial.order(offer, order);
          warnUnlessRefusedWith(trial, 'service.unknown-fields', refusal, 400, 'non_whitelisted_field');
          if (isAccepted(refusal)) return;
        }
        requireAcceptedWithoutFlaw(trial, await trial.order(offer, valid), 'the same order');
      },
    },
    {
      title: 'an order whose currency is not a currency code is refused',
      rules: ['flight-order.currency'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', orderPositions(), {
          'the currency "euros"': (order) => ({ ...order, currency: 'euros' }),
          [`the unknown currency ${show(UNKNOWN_CURRENCY)}`]: (order) => ({
            ...order,
            currency: UNKNOWN_CURRENCY,
          }),
        });
      },
    },

    // ── Instant and hold ───────────────────────────────────────────────────────────────────────────
    {
      title: 'an order of a type that is neither instant nor hold is refused',
      rules: ['flight-order.kinds'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', orderPositions(), {
          // Leaves out the hold's holdId, as it is wrong in any other order.
          'the type "option"': ({ holdId: _, ...order }) => ({ ...order, type: 'option' }),
        });
      },
    },
    {
      title: 'an order of type instant is accepted for an offer that can be held',
      rules: ['flight-order.kinds'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ hold: true });
        await expectAcceptedWith(trial, offer, 'the type "instant"', { ...flightOrder(offer), type: 'instant' });
      },
    },
    {
      title: 'an order without a type is an instant booking',
      rules: ['flight-order.kinds'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ hold: true });
        const { type: _, ...order } = flightOrder(offer);
        const made = trial.requireSetup(await trial.order(offer, order), 'needs an order without a type');
        const end = propertyOf(made.value, 'holdExpiresAt');
        if (isText(end) || propertyOf(made.value, 'status') === 'held')
          trial.warn('flight.order-type-default', {
            expected: 'an instant booking from an order without a type',
            actual: `a hold, with the holdExpiresAt ${show(end)}`,
            pointer: '/holdExpiresAt',
            exchange: made,
          });
      },
    },
    {
      title: 'a second order for an offer is refused, for both providers and kinds',
      rules: ['flight-order.tracked-offer.same-offer'],
      calls,
      async check(trial) {
        await atEveryPosition(trial, orderPositions(), async ({ element, send }) => {
          requireAcceptedWithoutFlaw(trial, await send(element), 'the same order');
          warnUnlessRefusedWith(trial, 'flight.offer-sold-once', await send(element), 400, 'offer_already_ordered');
        });
      },
    },
    {
      title: 'a hold is accepted for an offer that can be held',
      rules: ['flight-order.hold.only-when-supported', 'flight-order.kinds'],
      calls,
      async check(trial) {
        const offer = await holdable(trial);
        await expectAcceptedWith(
          trial,
          offer,
          'type hold and the holdId of its offer, whose holdOptions.available is true,',
          holdOrder(offer),
        );
      },
    },
    {
      title: 'a hold is refused for an offer that cannot be held, with a holdId and without',
      rules: ['flight-order.hold.only-when-supported'],
      calls,
      async check(trial) {
        const [refusal] = await expectRefusedAt(trial, 'an order', orderPositions({ hold: false }), {
          'type hold for an offer that cannot be held': (order) => ({ ...order, type: 'hold' }),
          'type hold and a holdId for an offer that cannot be held': (order, offer) => ({
            ...order,
            type: 'hold',
            holdId: offer.holdId ?? 'hld_of_no_offer',
          }),
        });
        warnUnlessRefusedWith(trial, 'flight.hold-id', refusal, 400, 'hold_not_available');
      },
    },
    {
      title: 'a holdId is refused for an offer that cannot be held',
      rules: ['flight-order.hold-id.only-when-supported'],
      calls,
      async check(trial) {
        const [refusal] = await expectRefusedAt(trial, 'an order', orderPositions({ hold: false }), {
          'a holdId for an offer that cannot be held': (order, offer) => ({
            ...order,
            holdId: offer.holdId ?? 'hld_of_no_offer',
          }),
        });
        warnUnlessRefusedWith(trial, 'flight.hold-id', refusal, 400, 'hold_id_not_applicable');
      },
    },

    // ── Passengers ─────────────────────────────────────────────────────────────────────────────────
    {
      title: 'an order with a passenger id altered by a space or by case is refused',
      rules: ['flight-order.passengers.ids-match'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', travellerPositions(), {
          'a passenger id with a space after it': ({ passengers, at }) =>
            withTraveller(passengers, at, { id: `${passengers[at]?.id} ` }),
          'a passenger id in the other case': ({ passengers, at }) => {
            const id = passengers[at]?.id ?? '';
            const otherCase = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
            return otherCase === id ? undefined : withTraveller(passengers, at, { id: otherCase });
          },
        });
      },
    },
    {
      title: 'an order with an empty passenger id is refused',
      rules: ['flight-order.passengers.no-empty-ids'],
      calls,
      async check(trial) {
        await expectRejected(trial, 'passenger_id_empty', {
          'an empty passenger id': ({ passengers, at }) => withTraveller(passengers, at, { id: '' }),
        });
      },
    },
    {
      title: 'an order with a duplicate passenger is refused, additional or in place of another',
      rules: ['flight-order.passengers.no-duplicate-ids'],
      calls,
      async check(trial) {
        await expectRejected(trial, 'passenger_id_duplicate', {
          'all its passengers and this one twice': ({ passengers, at }) => ({
            passengers: [...passengers, passengers[at]],
          }),
          'another passenger twice in place of this one': ({ passengers, at }) => {
            const other = passengers.findIndex(({ type }, index) => index !== at && type === passengers[at]?.type);
            const { id, type } = passengers[other === -1 ? (at + 1) % passengers.length : other] ?? {};
            return withTraveller(passengers, at, { id, type });
          },
        });
      },
    },
    {
      title: 'an order without a passenger of its offer is refused',
      rules: ['flight-order.passengers.none-missing'],
      calls,
      async check(trial) {
        await expectRejected(trial, 'passenger_missing', {
          'this passenger missing': ({ passengers, at }) => ({ passengers: passengers.toSpliced(at, 1) }),
          'this passenger missing, without an adult for it': ({ passengers, at }) => {
            const carrier = passengers.findIndex((one) => one.infant_passenger_id === passengers[at]?.id);
            if (carrier === -1) return undefined;
            const others = passengers.with(carrier, {
              ...passengers[carrier],
              infant_passenger_id: undefined,
            } as never);
            return { passengers: others.toSpliced(at, 1) };
          },
        });
      },
    },
    {
      title: 'an order with one passenger more than its offer is refused',
      rules: ['flight-order.passengers.no-extra'],
      calls,
      async check(trial) {
        await expectRejected(trial, 'passenger_extra', {
          'one passenger more than its offer, like this one': ({ passengers, at }) => ({
            passengers: [...passengers, { ...passengers[at], id: `${passengers[at]?.id}9`, firstName: 'Mary' }],
          }),
        });
      },
    },
    {
      title: 'an order with another passenger type than its offer is refused',
      rules: ['flight-order.passengers.types-match'],
      calls,
      async check(trial) {
        await expectRejected(trial, 'passenger_type_mismatch', {
          'another of the types for this passenger': ({ passengers, at }) =>
            withTraveller(passengers, at, { type: passengers[at]?.type === 'adult' ? 'child' : 'adult' }),
        });
      },
    },
    {
      title: 'an order with a passenger type in the other case is refused',
      rules: ['flight-order.passengers.types-match'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', travellerPositions(), {
          'the type of this passenger in capitals': ({ passengers, at }) =>
            withTraveller(passengers, at, { type: String(passengers[at]?.type).toUpperCase() }),
        });
      },
    },

    // ── Response ────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'an order returns its orderId, a string',
      rules: ['flight-order.response.order-id'],
      calls,
      async check(trial) {
        const order = trial.requireSetup(
          await trial.order(await trial.offer()),
          'needs an order that the target accepts',
        );
        expectEvery(order, '/orderId', 'a non-empty string', (value) => typeof value === 'string' && value !== '');
      },
    },
    {
      title: 'a hold returns its holdExpiresAt',
      rules: ['flight-order.response.hold-expires-at'],
      calls,
      async check(trial) {
        const offer = await holdable(trial);
        const hold = trial.requireSetup(
          await trial.order(offer, holdOrder(offer)),
          'needs a hold that the target accepts',
        );
        expectEvery(hold, '/holdExpiresAt', 'a value', isThere);
        const { paymentRequiredBy } = offer.holdOptions;
        warnUnless(
          trial,
          hold,
          '/holdExpiresAt',
          `the offer's paymentRequiredBy, ${show(paymentRequiredBy)}`,
          (value) => value === paymentRequiredBy,
        );
      },
    },
    {
      title: 'a hold returns its holdPriceGuaranteed',
      rules: ['flight-order.response.hold-price-guaranteed'],
      calls,
      async check(trial) {
        const offer = await holdable(trial);
        const hold = trial.requireSetup(
          await trial.order(offer, holdOrder(offer)),
          'needs a hold that the target accepts',
        );
        expectEvery(hold, '/holdPriceGuaranteed', 'a value', isThere);
        warnUnless(trial, hold, '/holdPriceGuaranteed', 'true or false', (value) => typeof value === 'boolean');
      },
    },
    {
      title: 'an order returns liveMode, a boolean',
      rules: ['flight-order.response.live-mode'],
      calls,
      async check(trial) {
        const order = trial.requireSetup(
          await trial.order(await trial.offer()),
          'needs an order that the target accepts',
        );
        expectEvery(order, '/liveMode', 'true or false', (value) => typeof value === 'boolean');
      },
    },
  ],
};

export default area;

/**
 * Expects success under one provider. A refusal can have many reasons, so it breaks the rule only if the other provider
 * accepts a similar order.
 */
async function expectOrderedUnder(trial: Trial, gdsprovider: 0 | 1): Promise<void> {
  const plain = { documents: false, dni: false };
  const offer = await trial.offer({ gdsprovider, ...plain });
  const order = await trial.order(offer);
  if (isAccepted(order)) return;
  // Another rule covers the flows with required segments.
  if (isAccepted(await trial.order(offer, segmentedOrder(offer)))) return;
  const control = await trial.order(await trial.offer({ gdsprovider: 1 - gdsprovider, ...plain }));
  trial.requireSetup(control, 'needs an order that the target accepts', isAccepted(control));
  fail(
    order,
    `an order under gdsprovider ${gdsprovider} for an offer of ${gdsprovider} to be accepted`,
    `${describeOutcome(order)}; under ${1 - gdsprovider} one is accepted`,
  );
}

/** Compares the cost. Throws PreconditionNotMet if the response has no price: the document does not require one. */
function expectCost(order: CheckedExchange, { totalAmount, currency }: Offer): void {
  const [amount, charged] = ['/totalAmount', '/currency'].map((pointer) => select(order.value, pointer)[0]?.value);
  if (amount === undefined)
    throw new PreconditionNotMet('needs a response with the price of the order, as totalAmount');
  if (Number(amount) !== totalAmount)
    fail(order, `${totalAmount}, the totalAmount of the offer`, show(amount), '/totalAmount');
  if (charged !== undefined && charged !== currency)
    fail(order, `${show(currency)}, the currency of the offer`, show(charged), '/currency');
}

async function expectRejected(trial: Trial, code: string, flaws: Flaws<Traveller, Offer>): Promise<void> {
  for (const refusal of await expectRefusedAt(trial, 'an order', travellerPositions(), flaws))
    warnUnlessRefusedWith(trial, 'flight.order-rejections', refusal, 400, code);
}

function fieldsWith(fields: readonly (readonly [name: string, value: unknown])[]): Flaws<object> {
  return Object.fromEntries(
    fields.map(([name, value]) => [`${name} ${show(value)}`, (element: object) => ({ ...element, [name]: value })]),
  );
}

function warnUnless(
  trial: Trial,
  exchange: CheckedExchange,
  pointer: string,
  expected: string,
  fits: (value: unknown) => boolean,
): void {
  const value = select(exchange.value, pointer)[0]?.value;
  if (!fits(value)) trial.warn('flight.hold-response', { expected, actual: show(value), pointer, exchange });
}

function holdable(trial: Trial): Promise<Offer> {
  return trial.offer({ hold: true, that: ({ holdId }) => typeof holdId === 'string' && holdId !== '' });
}

function hasPrice({ totalAmount, currency }: Offer): boolean {
  return typeof totalAmount === 'number' && typeof currency === 'string';
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const NO_PROVIDER = 999;
/** Falsy values, which count as values too. */
const FALSY: readonly unknown[] = [0, '', false, null];
/** Internal user identifiers, including falsy ones. */
const OF_ORDERS = [
  ['userId', '4711'],
  ['userId', 0],
  ['userId', null],
  ['user_id', '4711'],
] as const;
const OF_PASSENGERS = [
  ['user_id', '4711'],
  ['user_id', false],
  ['userId', '4711'],
  ['userId', ''],
] as const;
/** Well-formed, but not the code of a currency. */
const UNKNOWN_CURRENCY = 'ZZZ';
