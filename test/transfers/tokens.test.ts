import { beforeEach, describe, expect, it } from 'vitest';
import { parseInstant } from '../../src/base/clock.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { PricedOffer } from './transfer-client.ts';
import {
  bookRequest,
  changeRequest,
  easy,
  expectFailed,
  pricingRequest,
  transferClient,
  TRAVELLER,
} from './transfer-client.ts';

const sandbox = useSandbox();
const client = transferClient(sandbox);
const book = (body: object) => sandbox.post('/book', body);
const confirm = (body: object) => sandbox.post('/reservations/changes', body);

/** Alterations of a token that a caller should pass on unchanged. */
const ALTERATIONS: [string, (token: string) => string][] = [
  ['one character changed', (token) => token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')],
  ['one character added', (token) => `${token}a`],
  ['one character removed', (token) => token.slice(0, -1)],
  ['its prefix removed', (token) => token.slice(3)],
  ['capitals', (token) => token.toUpperCase()],
  ['lower case', (token) => token.toLowerCase()],
  ['an encoding for addresses', encodeURIComponent],
  ['its plus read as a blank', (token) => token.replaceAll('+', ' ')],
  ['the alphabet of base64url', (token) => token.replace('+', '-').replace('/', '_').replace('=', '')],
  ['a space in front', (token) => ` ${token}`],
];

let priced: PricedOffer;
beforeEach(async () => {
  priced = await client.priced();
});

describe('a token', () => {
  it('is opaque and contains no identifier of its search [transfer.token.opaque]', () => {
    for (const token of [
      ...priced.search.offers.map(({ bookingToken }) => bookingToken),
      priced.pricing.pricingToken,
    ]) {
      expect(token).toMatch(/^[bp]t_\w{8}\+\w{8}\/\w{8}-\w{8}=$/);
      expect(Buffer.from(token.slice(3), 'base64').toString('utf8')).not.toMatch(/^[\x20-\x7e]+$/);
      for (const id of [priced.search.searchId, priced.offer.resultId]) expect(token).not.toContain(id.slice(0, 8));
    }
  });

  it('is returned by search and by pricing, and a booking needs both [transfer.identifiers.booking-token]', async () => {
    expect(priced.offer.bookingToken).not.toBe(priced.pricing.pricingToken);
    expectRefusal(
      await sandbox.post('/pricing', {
        ...pricingRequest(priced.search, priced.offer),
        bookingToken: `bt_${'x'.repeat(32)}`,
      }),
      'booking_token_invalid',
    );
    expectFailed(await book({ ...bookRequest(priced), bookingToken: `bt_${'x'.repeat(32)}` }), 'booking_token_invalid');
    expect((await client.book(priced)).status).toBe('completed');
  });
});

describe('an altered token is refused', () => {
  it.each(ALTERATIONS)(
    'an altered token is refused by pricing, with %s [transfer.token.unchanged]',
    async (_what, alter) => {
      const request = pricingRequest(priced.search, priced.offer);
      expectRefusal(
        await sandbox.post('/pricing', { ...request, bookingToken: alter(request.bookingToken) }),
        'booking_token_invalid',
        '/bookingToken',
      );
    },
  );

  it.each(ALTERATIONS)(
    'an altered token is refused by booking, with %s [transfer.token.unchanged]',
    async (_what, alter) => {
      const request = bookRequest(priced);
      expectFailed(await book({ ...request, bookingToken: alter(request.bookingToken) }), 'booking_token_invalid');
      expectFailed(
        await book({ ...request, pricingToken: alter(present(request.pricingToken)) }),
        'pricing_token_invalid',
      );
      expect((await sandbox.get('/reservations/details', { query: { searchId: request.searchId } })).body.code).toBe(
        'reservation_not_found',
      );
    },
  );

  it('an altered token is refused by change confirmation [transfer.token.unchanged]', async () => {
    const { reservationId } = await client.reserve();
    const change = changeRequest(reservationId, await client.pricedChange(reservationId));
    for (const [, alter] of ALTERATIONS)
      expectFailed(await confirm({ ...change, pricingToken: alter(change.pricingToken) }), 'pricing_token_invalid');
  });
});

describe('a token works for its own offer only', () => {
  it('a token does not work for another offer of the search [transfer.token.bound-to-offer]', async () => {
    const other = present(priced.search.offers.find(({ resultId }) => resultId !== priced.offer.resultId));
    const { pricingToken } = await client.price(priced.search, other);
    expectRefusal(
      await sandbox.post('/pricing', {
        ...pricingRequest(priced.search, priced.offer),
        bookingToken: other.bookingToken,
      }),
      'booking_token_invalid',
    );
    expectFailed(await book({ ...bookRequest(priced), bookingToken: other.bookingToken }), 'booking_token_invalid');
    expectFailed(await book({ ...bookRequest(priced), pricingToken }), 'pricing_token_invalid');
  });

  it('a token does not work for an offer of another search [transfer.token.bound-to-offer]', async () => {
    const other = await client.priced();
    expectRefusal(
      await sandbox.post('/pricing', {
        ...pricingRequest(priced.search, priced.offer),
        bookingToken: other.offer.bookingToken,
      }),
      'booking_token_invalid',
    );
    expectFailed(
      await book({ ...bookRequest(priced), pricingToken: other.pricing.pricingToken }),
      'pricing_token_invalid',
    );
  });

  it('a token priced for a new reservation does not work for a change [transfer.token.bound-to-offer]', async () => {
    const { reservationId } = await client.reserve();
    const change = changeRequest(reservationId, await client.pricedChange(reservationId));
    expectFailed(await confirm({ ...change, pricingToken: priced.pricing.pricingToken }), 'pricing_token_invalid');
  });

  it('a token does not work for another profile that knows every identifier', async () => {
    const keys = await sandbox.sandbox.addProfile();
    expectFailed(await sandbox.post('/book', bookRequest(priced), { keys }), 'search_not_found');
    const theirs = await transferClient(sandbox, { keys }).priced();
    expectFailed(
      await sandbox.post('/book', { ...bookRequest(theirs), pricingToken: priced.pricing.pricingToken }, { keys }),
      'pricing_token_invalid',
    );
  });
});

describe('at the end of the offer', () => {
  const end = () => parseInstant(priced.offer.expiresAt);

  it('a bookingToken can be priced one millisecond before the end, but not at the end [transfer.token.expires-with-offer]', async () => {
    sandbox.clock.set(end() - 1);
    await client.price(priced.search, priced.offer);
    sandbox.clock.advance(1);
    expectRefusal(await sandbox.post('/pricing', pricingRequest(priced.search, priced.offer)), 'token_expired');
  });

  it('a pricingToken can be booked one millisecond before the end, but not at the end [transfer.token.expires-with-offer]', async () => {
    const second = await client.price(priced.search, priced.offer);
    sandbox.clock.set(end() - 1);
    expect((await client.book(priced)).status).toBe('completed');
    sandbox.clock.advance(1);
    expectFailed(await book({ ...bookRequest(priced), pricingToken: second.pricingToken }), 'token_expired');
  });

  it('the search becomes unknown one lifetime after the end', async () => {
    const { expiresAt, createdAt } = priced.search;
    const forgottenAt = 2 * parseInstant(expiresAt) - parseInstant(createdAt);
    sandbox.clock.set(forgottenAt - 1);
    expectRefusal(await sandbox.post('/pricing', pricingRequest(priced.search, priced.offer)), 'token_expired');
    sandbox.clock.advance(1);
    expectRefusal(await sandbox.post('/pricing', pricingRequest(priced.search, priced.offer)), 'search_not_found');
  });

  it('a change can be confirmed one millisecond before the end, but not at the end [transfer.token.expires-with-offer]', async () => {
    const [one, two] = [await client.reserve(), await client.reserve()];
    const changes = [
      await client.pricedChange(one.reservationId),
      await client.pricedChange(two.reservationId),
    ] as const;
    sandbox.clock.set(parseInstant(changes[0].offer.expiresAt) - 1);
    expect((await client.confirm(one.reservationId, changes[0])).status).toBe('completed');
    sandbox.clock.advance(1);
    expectFailed(await confirm(changeRequest(two.reservationId, changes[1])), 'token_expired');
    expect(await client.readReservation(two.reservationId)).toMatchObject({ state: 'confirmed', replacedBy: null });
  });

  it('a resend of a booking still returns it', async () => {
    const made = await client.book(priced);
    sandbox.clock.set(end() + 60_000);
    expect(await client.book(priced)).toEqual(made);
  });

  it('the scenario expired-token acts on pricing, booking and change', async () => {
    const { reservationId } = await client.reserve();
    const change = await client.pricedChange(reservationId);
    const scenario = 'expired-token';
    expectRefusal(
      await sandbox.post('/pricing', pricingRequest(priced.search, priced.offer), { scenario }),
      'token_expired',
    );
    expectFailed(await sandbox.post('/book', bookRequest(priced), { scenario }), 'token_expired');
    expectFailed(
      await sandbox.post('/reservations/changes', changeRequest(reservationId, change), { scenario }),
      'token_expired',
    );
    expect((await client.book(priced)).status).toBe('completed');
  });
});

it('a bookingToken in place of the pricingToken does not book [transfer.pricing.mandatory]', async () => {
  expectFailed(
    await book({ ...bookRequest(priced), pricingToken: priced.offer.bookingToken }),
    'pricing_token_invalid',
  );
});

it('an invented pricingToken does not book [transfer.identifiers.pricing-token]', async () => {
  expectFailed(await book({ ...bookRequest(priced), pricingToken: `pt_${'x'.repeat(32)}` }), 'pricing_token_invalid');
  const { reservationId } = await client.reserve(easy, { traveller: TRAVELLER });
  const change = changeRequest(reservationId, await client.pricedChange(reservationId));
  expectFailed(await confirm({ ...change, pricingToken: `pt_${'x'.repeat(32)}` }), 'pricing_token_invalid');
});
