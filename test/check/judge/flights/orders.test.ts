import { describe, expect, it } from 'vitest';
import { found, order, ordered, passenger, passport } from '../support/flight-sketches.ts';
import type { ProfileSketch } from '../support/judge-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

const HOUR = 3_600_000;

describe('an order of an offer', () => {
  it('a correct order keeps its rules and breaks none', () => {
    const { broken, warned, verdict } = judgeSketches([found(), ordered()]);
    expect({ broken, warned }).toEqual({ broken: [], warned: [] });
    for (const rule of [
      'path.offer-id',
      'tracked-offer.same-profile',
      'passengers.ids-match',
      'original-price.rejected',
    ])
      expect(verdict(`flight-order.${rule}`)).toMatchObject({ verdict: 'kept', broken: 0 });
  });

  it.each<[string, string[], ProfileSketch[]]>([
    ['that no search returned', ['path.offer-id'], [found(), ordered(order(), { offerId: 'off_2' })]],
    [
      'under the number of another provider',
      ['tracked-offer.same-gdsprovider'],
      [found(), ordered(order(), { gdsprovider: '1' })],
    ],
    ['under a number without a provider', ['path.gdsprovider'], [found(), ordered(order(), { gdsprovider: '7' })]],
    [
      'that another profile searched',
      ['tracked-offer.same-profile'],
      [
        { ...found(), ...of('dp_b') },
        { ...ordered(), ...of('dp_a') },
      ],
    ],
    ['with originalPrice', ['original-price.rejected'], [found(), ordered(order({ originalPrice: 100 }))]],
    ['with a userId', ['internal-user-ids'], [found(), ordered(order({ userId: 'u1' }))]],
    ['with a user_id in a passenger', ['internal-user-ids'], [found(), ordered(order({}, { user_id: 7 }))]],
    ['of another type', ['kinds'], [found(), ordered(order({ type: 'Hold' }))]],
    ['in euros', ['currency'], [found(), ordered(order({ currency: 'euros' }))]],
    [
      'held where it cannot be',
      ['hold.only-when-supported', 'hold-id.only-when-supported'],
      [found({ holdOptions: { available: false } }), ordered(order({ type: 'hold', holdId: 'hold_1' }))],
    ],
    [
      'with a holdId where it cannot be held',
      ['hold-id.only-when-supported'],
      [found({ holdOptions: { available: false } }), ordered(order({ holdId: 'hold_1' }))],
    ],
  ])('%s breaks its rule', (_fault, rules, sketches) => {
    expect(judgeSketches(sketches).broken.sort()).toEqual(rules.map((rule) => `flight-order.${rule}`).sort());
  });

  it('an order after its expiresAt breaks its rule, regardless of the response', () => {
    const at = (instant: string) => ({ ...ordered(), at: Date.parse(instant) });
    const broken = (instant: string) => judgeSketches([found(), at(instant)]).broken;
    expect(broken('2027-01-10T12:20:00.000Z')).toEqual(['offer.expiry.ends-offer']);
    expect(broken('2027-01-10T12:19:59.999Z')).toEqual([]);
    expect(judgeSketches([found(), { ...ordered(), status: 400 }]).broken).toEqual([]);
  });

  it('shows the search that it contradicts', () => {
    const { verdict } = judgeSketches([found(), { ...ordered(), at: Date.now() + 20 * 365 * 24 * HOUR }]);
    expect(verdict('offer.expiry.ends-offer').findings).toMatchObject([{ exchanges: [{ id: 'x1' }, { id: 'x2' }] }]);
  });
});

describe('an order breaks no rule', () => {
  it.each<[string, ProfileSketch[]]>([
    ['as a hold of an offer that can be held', [found(), ordered(order({ type: 'hold', holdId: 'hold_1' }))]],
    ['without type', [found(), ordered(order({ type: undefined }))]],
    ['with a holdId of null', [found({ holdOptions: { available: false } }), ordered(order({ holdId: null }))]],
    ['of two profiles that searched the same', [found(), { ...found(), ...of('dp_b') }, ordered()]],
    ['of gdsprovider 1', [found({ gdsprovider: 1 }), ordered(order(), { gdsprovider: '1' })]],
  ])('%s', (_kind, sketches) => {
    expect(judgeSketches(sketches)).toMatchObject({ broken: [], warned: [] });
  });
});

describe('an order is warned about', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['in another currency', 'currency: flight.order-currency', { currency: 'USD' }],
    ['in eur', 'currency: flight.currencies', { currency: 'eur' }],
    ['with a field that is not listed', 'original-price.rejected: service.unknown-fields', { note: 'window' }],
    ['with another holdId', 'hold-id.only-when-supported: flight.hold-id', { type: 'hold', holdId: 'hold_2' }],
  ])('%s', (_fault, warning, changes) => {
    const { broken, warned } = judgeSketches([found(), ordered(order(changes))]);
    expect({ broken, warned }).toEqual({ broken: [], warned: [`flight-order.${warning}`] });
  });
});

describe('an order is not decided', () => {
  const gap = 'the recording may begin later than the client';

  it('an order is undecided if its search may precede the recording', () => {
    const { broken, verdict } = judgeSketches([ordered()], gap);
    expect(broken).toEqual([]);
    for (const rule of ['path.offer-id', 'passengers.ids-match', 'passengers.no-extra', 'tracked-offer.same-profile'])
      expect(verdict(`flight-order.${rule}`)).toMatchObject({ verdict: 'undecided', reason: gap });
    expect(verdict('flight-order.passengers.title').verdict).toBe('kept');
  });

  it('an order with a miscopied known offerId is decided', () => {
    const { verdict } = judgeSketches([found(), ordered(order(), { offerId: 'OFF_1 ' })], gap);
    expect(verdict('flight-order.tracked-offer.same-offer')).toMatchObject({
      verdict: 'broken',
      findings: [{ expected: '"off_1"', actual: '"OFF_1 "' }],
    });
  });

  it('an order for another profile is undecided if the request does not name its own', () => {
    const search: ProfileSketch = { ...found(), ...of('dp_b') };
    const { broken } = judgeSketches([search, { ...ordered(), headers: [] }], gap);
    expect(broken).not.toContain('flight-order.tracked-offer.same-profile');
  });

  it.each(['unknown', 'unreadable'] as const)('an order is undecided with a body that is %s', (sentBody) => {
    const { broken, verdict } = judgeSketches([found(), { ...ordered(), sentBody }]);
    expect(broken).toEqual([]);
    expect(verdict('flight-order.path.offer-id').verdict).toBe('kept');
    expect(verdict('flight-order.passengers.no-extra').verdict).toBe('undecided');
  });
});

it('a message names each field once', () => {
  const { broken, warned } = judgeSketches([
    found(),
    ordered({ currency: 'EUR', passengers: [{ ...passenger, identity_documents: [{ ...passport, number: '1' }] }] }),
  ]);
  expect(broken).toEqual(['flight-order.passengers.none-missing', 'flight-order.identity-documents.fields']);
  expect(warned).toEqual([]);
});

/** Under the key pair of a profile. */
function of(profile: string) {
  return {
    profile,
    headers: ['authorization', 'Bearer sk_1', 'x-service-id', `pk_1:${profile}`, 'content-type', 'application/json'],
  };
}
