import { describe, expect, it } from 'vitest';
import { flightOrder, holdOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer } from '../../src/interface/api.ts';
import { gdsproviders } from '../../src/interface/gdsproviders.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ seed: 'flight orders' });
const flights = flightClient(server);

const ofProvider = (gdsprovider: 0 | 1) => (offer: Offer) => offer.gdsprovider === gdsprovider;
const holdable = (offer: Offer) => offer.holdOptions.available;

describe('an order', () => {
  it('an order of an offer of each provider returns 200 [flight-order.endpoint] [flight-order.path.gdsprovider] [errors.flight.200-success]', async () => {
    for (const gdsprovider of [0, 1] as const) {
      const offer = await flights.find(ofProvider(gdsprovider), {
        types: ['adult', 'child', 'infant_without_seat'],
        returns: true,
      });
      const response = await flights.orderWhole(offer);
      expect(response.body).toEqual({
        orderId: expect.stringMatching(/^ord_[a-z0-9]{24}$/),
        status: 'booked',
        gdsprovider,
        offerId: offer.offerId,
        totalAmount: offer.totalAmount,
        currency: offer.currency,
        holdExpiresAt: null,
        holdPriceGuaranteed: null,
        createdAt: '2027-01-10T12:00:00.000Z',
        liveMode: false,
      });
      expect(response.status).toBe(200);
    }
  });

  it('has an id and a live mode, for either kind [flight-order.response.order-id] [flight-order.response.live-mode]', async () => {
    const [a, b] = [await flights.find(holdable), await flights.find(ofProvider(1))];
    const [held, booked] = [await flights.order(a, holdOrder(a)), await flights.orderWhole(b)];
    expect([typeof held.body.orderId, held.body.liveMode]).toEqual(['string', false]);
    expect([typeof booked.body.orderId, booked.body.liveMode]).toEqual(['string', false]);
    expect(held.body.orderId).not.toBe(booked.body.orderId);
  });

  it('an order with gdsprovider 0 in its path goes to the default provider [flight-order.path.gdsprovider-0-default]', async () => {
    const offer = await flights.find(ofProvider(0));
    const { body } = await flights.order({ gdsprovider: 0, offerId: offer.offerId }, flightOrder(offer));
    const { providerRecord } = (await flights.readOrder(body.orderId)).body.resource;
    expect(providerRecord.request.data.selected_offers).toHaveLength(1);
    expect(providerRecord.response.data.booking_reference).toMatch(/^[A-Z0-9]{6}$/);
  });

  it('an order with an unknown provider number in its path is refused [flight-order.path.gdsprovider]', async () => {
    const offer = await flights.find(ofProvider(0));
    for (const gdsprovider of [gdsproviders.length, -1, 'x'] as never[]) {
      expectRefusal(
        await flights.order({ ...offer, gdsprovider }, flightOrder(offer)),
        'invalid_request',
        'path/gdsprovider',
      );
    }
  });

  it('has the price of its offer, and the provider gets its net price [flight-order.price.resolved]', async () => {
    const offer = await flights.find(ofProvider(0));
    const { body } = await flights.orderWhole(offer);
    expect([body.totalAmount, body.currency]).toEqual([offer.totalAmount, offer.currency]);
    const { providerRecord } = (await flights.readOrder(body.orderId)).body.resource;
    expect(providerRecord.request.data.total_currency).toMatch(/^[A-Z]{3}$/);
    expect(Number(providerRecord.request.data.total_amount)).toBeGreaterThan(0);
    expect(providerRecord.request.data.total_amount).not.toBe(offer.totalAmount.toFixed(2));
  });

  it('an order of gdsprovider 1 takes its holder from the first passenger only [flight-order.path.gdsprovider-1-holder] [flight-order.mapping.holder-phone] [flight-order.mapping.holder-email] [flight-order.mapping.holder-country-code]', async () => {
    const offer = await flights.find(ofProvider(1), { types: ['adult', 'adult'] });
    const order = flightOrder(offer);
    expect(order.passengers.map(({ email, phone_number, country }) => [email, phone_number, country])).toEqual([
      ['ada@example.com', '+442071838750', 'ES'],
      ['anne@example.com', '+34612345601', 'ES'],
    ]);
    const { body } = await flights.order(offer, order);
    const { providerRecord } = (await flights.readOrder(body.orderId)).body.resource;
    expect(providerRecord.request.hol).toEqual({ eml: 'ada@example.com', tel: '+442071838750', ctry: 'GB' });
  });

  it('an order of gdsprovider 1 is refused if its first phone number belongs to no country [flight-order.mapping.holder-country-code]', async () => {
    const offer = await flights.find(ofProvider(1), { types: ['adult', 'adult'] });
    const order = flightOrder(offer);
    const [first, second] = order.passengers as [(typeof order.passengers)[0], (typeof order.passengers)[0]];
    const satellite = { phone_number: '+88216123456' };
    expectRefusal(
      await flights.order(offer, { ...order, passengers: [{ ...first, ...satellite }, second] }),
      'invalid_phone_number',
      '/passengers/0/phone_number',
    );
    expect((await flights.order(offer, { ...order, passengers: [first, { ...second, ...satellite }] })).status).toBe(
      200,
    );
  });
});

describe('the tracked offer', () => {
  it('must come from a search [flight-order.path.offer-id] [flight-order.tracked-offer.same-offer]', async () => {
    const offer = await flights.find(ofProvider(0));
    const last = offer.offerId.at(-1) === 'a' ? 'b' : 'a';
    for (const offerId of ['off_nobody', offer.offerId.slice(0, -1) + last, offer.offerId.toUpperCase()]) {
      expectRefusal(await flights.order({ gdsprovider: 0, offerId }, flightOrder(offer)), 'offer_not_found');
    }
    expect((await flights.orderWhole(offer)).status).toBe(200);
  });

  it('must belong to the ordering profile [flight-order.tracked-offer.same-profile]', async () => {
    const stranger = flightClient(server, await server.sandbox.addProfile());
    const offer = await flights.find(ofProvider(0));
    expectRefusal(await stranger.orderWhole(offer), 'offer_not_found');
    expect((await flights.orderWhole(offer)).status).toBe(200);
  });

  it('must belong to the provider in the path [flight-order.tracked-offer.same-gdsprovider]', async () => {
    for (const gdsprovider of [0, 1] as const) {
      const offer = await flights.find(ofProvider(gdsprovider));
      const other = gdsprovider === 0 ? 1 : 0;
      expectRefusal(
        await flights.order({ ...offer, gdsprovider: other }, flightOrder(offer)),
        'offer_provider_mismatch',
        'path/gdsprovider',
      );
    }
  });

  it('can be ordered until just before its expiresAt [offer.expiry.ends-offer]', async () => {
    const [first, second] = (await flights.search()).filter(ofProvider(1)) as [Offer, Offer];
    const end = Math.min(...[first, second].map(({ expiresAt }) => Date.parse(expiresAt)));
    server.clock.set(end - 1);
    expect((await flights.orderWhole(first)).status).toBe(200);
    server.clock.set(Date.parse(second.expiresAt));
    expectRefusal(await flights.orderWhole(second), 'offer_expired');
  });

  it('is sold once: one of twenty concurrent orders succeeds', async () => {
    const offer = await flights.find(ofProvider(0));
    const responses = await Promise.all(Array.from({ length: 20 }, () => flights.orderWhole(offer)));
    const made = responses.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const response of responses) if (response !== made[0]) expectRefusal(response, 'offer_already_ordered');
    expect((await flights.readOrder(made[0]?.body.orderId)).body.resource.offerId).toBe(offer.offerId);
  });

  it('is not sold by a refused order', async () => {
    const offer = await flights.find(ofProvider(0));
    expectRefusal(await flights.order(offer, { ...flightOrder(offer), passengers: [] }), 'passenger_missing');
    expect((await flights.orderWhole(offer)).status).toBe(200);
  });

  it('leaves the other offers of its search available', async () => {
    const [first, second] = (await flights.search()) as [Offer, Offer];
    expect((await flights.orderWhole(first)).status).toBe(200);
    expect((await flights.orderWhole(second)).status).toBe(200);
  });
});

describe('fields that the interface does not list', () => {
  it('are refused by name when they state a price [flight-order.original-price.rejected]', async () => {
    const offer = await flights.find(ofProvider(0));
    const response = await flights.order(offer, { ...flightOrder(offer), originalPrice: offer.totalAmount });
    expectRefusal(response, 'non_whitelisted_field', '/originalPrice');
    expect(response.body.message).toEqual([
      'property originalPrice should not exist: the price and its currency come from the offer',
    ]);
    expect((await flights.orderWhole(offer)).status).toBe(200);
  });

  it('are refused by name when they identify a user, at any depth [flight-order.internal-user-ids]', async () => {
    const offer = await flights.find(ofProvider(1));
    const order = flightOrder(offer);
    for (const field of ['userId', 'user_id']) {
      expectRefusal(await flights.order(offer, { ...order, [field]: 'u1' }), 'non_whitelisted_field', `/${field}`);
      const passengers = order.passengers.map((passenger) => ({ ...passenger, [field]: 'u1' }));
      expectRefusal(
        await flights.order(offer, { ...order, passengers }),
        'non_whitelisted_field',
        `/passengers/0/${field}`,
      );
      const segments = order.totalSegments?.map((segment) => ({ ...segment, [field]: 'u1' }));
      expectRefusal(
        await flights.order(offer, { ...order, totalSegments: segments }),
        'non_whitelisted_field',
        `/totalSegments/0/${field}`,
      );
    }
  });
});

describe('the currency', () => {
  it('is a currency code [flight-order.currency]', async () => {
    const offer = await flights.find(ofProvider(0));
    for (const currency of ['euro', 'eur', 978, undefined]) {
      expectRefusal(await flights.order(offer, { ...flightOrder(offer), currency }), 'invalid_request', '/currency');
    }
  });

  it('is that of the offer', async () => {
    const offer = await flights.find(ofProvider(0));
    expectRefusal(
      await flights.order(offer, { ...flightOrder(offer), currency: 'USD' }),
      'currency_mismatch',
      '/currency',
    );
  });
});

describe('the kind of an order', () => {
  it('is instant or hold, by default instant [flight-order.kinds]', async () => {
    const [first, second, third] = [
      await flights.find(holdable),
      await flights.find(holdable),
      await flights.find(holdable),
    ];
    expect((await flights.order(first, { ...flightOrder(first), type: 'instant' })).body.status).toBe('booked');
    expect((await flights.order(second, holdOrder(second))).body.status).toBe('held');
    for (const type of ['later', 'HOLD', '', null]) {
      expectRefusal(await flights.order(third, { ...flightOrder(third), type }), 'invalid_request', '/type');
    }
    expect((await flights.orderWhole(third)).body.status).toBe('booked');
  });

  it('hold returns its end, and whether the price is guaranteed [flight-order.response.hold-expires-at] [flight-order.response.hold-price-guaranteed] [flight-order.hold.only-when-supported]', async () => {
    const offer = await flights.find(holdable);
    const { body } = await flights.order(offer, holdOrder(offer));
    expect(body).toMatchObject({ status: 'held', holdExpiresAt: offer.holdOptions.paymentRequiredBy });
    const { providerRecord } = (await flights.readOrder(body.orderId)).body.resource;
    expect(providerRecord.response.data.payment_status.awaiting_payment).toBe(true);
    expect(body.holdPriceGuaranteed).toBe(
      providerRecord.response.data.payment_status.price_guarantee_expires_at === body.holdExpiresAt,
    );
  });

  it('hold is price-guaranteed only if the guarantee lasts until its end [flight-order.response.hold-price-guaranteed]', async () => {
    const lasts = ({ holdOptions }: Offer) => holdOptions.priceGuarantedUntil === holdOptions.paymentRequiredBy;
    const cases = [
      [(offer: Offer) => holdable(offer) && lasts(offer), true],
      [
        (offer: Offer) => holdable(offer) && !lasts(offer) && offer.holdOptions.priceGuarantedUntil !== offer.expiresAt,
        false,
      ],
    ] as const;
    for (const [wanted, guaranteed] of cases) {
      const offer = await flights.find(wanted);
      expect((await flights.order(offer, holdOrder(offer))).body.holdPriceGuaranteed).toBe(guaranteed);
    }
  });

  it('hold is refused by an offer that cannot be held [flight-order.hold.only-when-supported]', async () => {
    for (const gdsprovider of [0, 1] as const) {
      const offer = await flights.find((each) => each.gdsprovider === gdsprovider && !holdable(each));
      expectRefusal(
        await flights.order(offer, { ...flightOrder(offer), type: 'hold', holdId: 'hld_x' }),
        'hold_not_available',
        '/type',
      );
      expectRefusal(await flights.order(offer, { ...flightOrder(offer), type: 'hold' }), 'hold_not_available', '/type');
    }
  });

  it('is hold if the order has a holdId [flight-order.hold-id.only-when-supported]', async () => {
    const [yes, no] = [await flights.find(holdable), await flights.find((offer) => !holdable(offer))];
    expectRefusal(
      await flights.order(no, { ...flightOrder(no), holdId: 'hld_x' }),
      'hold_id_not_applicable',
      '/holdId',
    );
    expectRefusal(
      await flights.order(yes, { ...flightOrder(yes), holdId: yes.holdId }),
      'hold_id_not_applicable',
      '/holdId',
    );
  });

  it('hold needs the holdId of its own offer', async () => {
    const [offer, other] = [await flights.find(holdable), await flights.find(holdable)];
    expectRefusal(await flights.order(offer, { ...flightOrder(offer), type: 'hold' }), 'hold_id_required', '/holdId');
    expectRefusal(
      await flights.order(offer, { ...holdOrder(offer), holdId: other.holdId }),
      'hold_id_mismatch',
      '/holdId',
    );
    expect((await flights.order(offer, holdOrder(offer))).status).toBe(200);
  });
});
