import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import { easy, pricingRequest, transferClient } from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const price = (body: object) => sandbox.post('/pricing', body);

describe('pricing', () => {
  it('returns a pricingToken and the price [transfer.endpoints.pricing]', async () => {
    const { search, offer, pricing } = await client.priced();
    expect(pricing).toMatchObject({
      searchId: search.searchId,
      resultId: offer.resultId,
      expiresAt: offer.expiresAt,
      currency: 'EUR',
      baseAmount: offer.totalAmount,
      totalAmount: offer.totalAmount,
      cancellation: offer.cancellation,
    });
  });

  it('a pricing without amenities can be booked [transfer.pricing.without-amenities]', async () => {
    const { status } = await client.book(await client.priced());
    expect(status).toBe('completed');
  });

  it('adds the price of each chosen amenity once, and nothing for an included one', async () => {
    const search = await client.search();
    const offer = present(search.offers.find(easy));
    const [paid, included] = [
      present(offer.amenities.find((a) => !a.included)),
      present(offer.amenities.find((a) => a.included)),
    ];
    const pricing = await client.price(search, offer, [paid.key, paid.key, included.key]);
    expect(paid.price).toBeGreaterThan(0);
    expect(pricing.totalAmount).toBeCloseTo(offer.totalAmount + paid.price, 2);
    expect(pricing.amenities.filter(({ selected }) => selected).map(({ key }) => key)).toEqual(
      offer.amenities.filter(({ key, selected }) => selected || key === paid.key).map(({ key }) => key),
    );
  });

  it('returns a new token for every pricing of one offer', async () => {
    const { search, offer, pricing } = await client.priced();
    const again = await client.price(search, offer);
    expect(again.pricingToken).not.toBe(pricing.pricingToken);
  });
});

describe('pricing refuses', () => {
  it('an unknown search', async () => {
    const { search, offer } = await client.priced();
    expectRefusal(
      await price({ ...pricingRequest(search, offer), searchId: '0'.repeat(32) }),
      'search_not_found',
      '/searchId',
    );
  });

  it('the search of another profile like an unknown one', async () => {
    const { search, offer } = await client.priced();
    const keys = await sandbox.sandbox.addProfile();
    expectRefusal(
      await sandbox.post('/pricing', pricingRequest(search, offer), { keys }),
      'search_not_found',
      '/searchId',
    );
  });

  it('a result of another search', async () => {
    const [one, other] = [await client.priced(), await client.priced()];
    expectRefusal(await price({ ...pricingRequest(one.search, other.offer) }), 'result_not_found', '/resultId');
  });

  it('an amenity that the offer does not have, with its place', async () => {
    const { search, offer } = await client.priced();
    expectRefusal(
      await price(pricingRequest(search, offer, [offer.amenities[0].key, 'jacuzzi'])),
      'amenity_unknown',
      '/amenities/1',
    );
  });
});
