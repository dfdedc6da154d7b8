import { getCountries } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { isCountryCode } from '../../src/base/countries.ts';
import { readPhoneNumbers } from '../../src/base/phone-numbers.ts';
import { flightOrder, holdOrder, totalSegments } from '../../src/check/verify/fixtures/flight-order.ts';
import type { TrackedOffer } from '../../src/flights/flight-provider.ts';
import { checkOrder } from '../../src/flights/orders/check-order.ts';
import type { FlightOrderRequest } from '../../src/interface/api.ts';
import { Refusal } from '../../src/interface/errors/refusal.ts';
import { NOW, PAYMENT_REQUIRED_BY, trackedOffer } from '../support/tracked-offer.ts';

/** Result of the checks of an order: the code and the details of its refusal, or `accepted`. */
async function verdict(
  tracked: TrackedOffer,
  request: FlightOrderRequest,
  now = NOW,
): Promise<{ code: string; details: unknown }> {
  const phones = await readPhoneNumbers(request.passengers.map((passenger) => passenger.phone_number));
  try {
    checkOrder({ request, tracked, now, phones });
    return { code: 'accepted', details: [] };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { code: thrown.code, details: thrown.details };
  }
}

/** The offer's order with each passenger changed as `change` says. */
function orderWith(
  tracked: TrackedOffer,
  ...changes: Partial<FlightOrderRequest['passengers'][0]>[]
): FlightOrderRequest {
  const order = flightOrder(tracked.offer);
  return { ...order, passengers: order.passengers.map((passenger, i) => ({ ...passenger, ...changes[i] })) };
}

describe('passengers', () => {
  const family = trackedOffer({ types: ['adult', 'adult', 'child'] });

  it('are accepted in any order', async () => {
    const order = flightOrder(family.offer);
    expect((await verdict(family, { ...order, passengers: order.passengers.toReversed() })).code).toBe('accepted');
  });

  it('passengers with several violations are refused for the most specific one', async () => {
    const types = { type: 'infant_without_seat' } as const;
    expect((await verdict(family, orderWith(family, { id: '' }, { id: 'x' }, { id: 'x' }))).code).toBe(
      'passenger_id_empty',
    );
    expect((await verdict(family, orderWith(family, { id: 'x' }, { id: 'x' }, types))).code).toBe(
      'passenger_id_duplicate',
    );
    expect((await verdict(family, orderWith(family, { id: 'x' }, {}, types))).code).toBe('passenger_extra');
    const two = orderWith(family, types);
    expect((await verdict(family, { ...two, passengers: two.passengers.slice(0, 2) })).code).toBe('passenger_missing');
    expect((await verdict(family, orderWith(family, types))).code).toBe('passenger_type_mismatch');
  });

  it('one violation in several places is reported for each place', async () => {
    expect(await verdict(family, orderWith(family, { id: '' }, {}, { id: ' ' }))).toEqual({
      code: 'passenger_id_empty',
      details: [
        { path: '/passengers/0/id', index: 0, message: 'passengers.0.id must not be empty' },
        { path: '/passengers/2/id', index: 2, message: 'passengers.2.id must not be empty' },
      ],
    });
  });
});

describe('infants', () => {
  const family = trackedOffer({ types: ['adult', 'adult', 'child', 'infant_without_seat', 'infant_without_seat'] });
  const [first, second] = ['0_pax_4', '0_pax_5'];

  it('infants with one adult each are accepted', async () => {
    expect(
      (await verdict(family, orderWith(family, { infant_passenger_id: second }, { infant_passenger_id: first }))).code,
    ).toBe('accepted');
  });

  it.each([
    ['both on one lap', [{ infant_passenger_id: first }, { infant_passenger_id: undefined }], '/passengers/4'],
    [
      'one on two laps',
      [{ infant_passenger_id: first }, { infant_passenger_id: first }],
      '/passengers/1/infant_passenger_id',
    ],
    [
      'on a child',
      [{}, { infant_passenger_id: undefined }, { infant_passenger_id: second }],
      '/passengers/2/infant_passenger_id',
    ],
    [
      'on an infant',
      [{}, { infant_passenger_id: undefined }, {}, { infant_passenger_id: second }],
      '/passengers/3/infant_passenger_id',
    ],
    ['named by an id of nobody', [{}, { infant_passenger_id: 'nobody' }], '/passengers/1/infant_passenger_id'],
    ['confused with a child', [{}, { infant_passenger_id: '0_pax_3' }], '/passengers/1/infant_passenger_id'],
  ])('%s are refused', async (_, changes, path) => {
    const { code, details } = await verdict(family, orderWith(family, ...changes));
    expect(code).toBe('infant_assignment_invalid');
    expect(details).toContainEqual(expect.objectContaining({ path }));
  });
});

describe('identity documents', () => {
  const strict = trackedOffer({
    types: ['adult', 'child'],
    identityDocuments: true,
    allowedDocuments: ['passport', 'known_traveler_number'],
  });
  const passport = {
    type: 'passport',
    unique_identifier: 'XDA123456',
    issuing_country_code: 'ES',
    expires_on: '2027-03-21',
  } as const;

  it('are required of every passenger, including children', async () => {
    expect(await verdict(strict, orderWith(strict, {}, { identity_documents: [] }))).toMatchObject({
      code: 'identity_document_required',
      details: [{ path: '/passengers/1/identity_documents', index: 1 }],
    });
  });

  it('must be valid on the last day of the trip', async () => {
    expect((await verdict(strict, orderWith(strict, { identity_documents: [passport] }))).code).toBe('accepted');
    expect(
      await verdict(strict, orderWith(strict, { identity_documents: [{ ...passport, expires_on: '2027-03-20' }] })),
    ).toMatchObject({
      code: 'identity_document_expired',
      details: [{ path: '/passengers/0/identity_documents/0/expires_on', index: 0 }],
    });
  });

  it('documents without country or expiry are accepted if another document has both', async () => {
    const { issuing_country_code: _, ...stateless } = passport;
    const traveler = { type: 'known_traveler_number', unique_identifier: '123' } as const;
    expect((await verdict(strict, orderWith(strict, { identity_documents: [traveler, passport] }))).code).toBe(
      'accepted',
    );
    expect(await verdict(strict, orderWith(strict, { identity_documents: [stateless] }))).toMatchObject({
      code: 'identity_document_incomplete',
      details: [{ path: '/passengers/0/identity_documents/0/issuing_country_code', index: 0 }],
    });
  });

  it('are refused by an offer that accepts none', async () => {
    const none = trackedOffer();
    expect(await verdict(none, orderWith(none, { identity_documents: [passport] }))).toMatchObject({
      code: 'identity_document_not_supported',
      details: [{ path: '/passengers/0/identity_documents/0/type', index: 0 }],
    });
  });

  it('may be missing if the offer only accepts them', async () => {
    const lenient = trackedOffer({ allowedDocuments: ['passport'] });
    expect((await verdict(lenient, flightOrder(lenient.offer))).code).toBe('accepted');
  });

  it('offers that allow dni ask for NationalID, even if no document is required', async () => {
    const spanish = trackedOffer({ allowedDocuments: ['passport', 'dni'] });
    expect(await verdict(spanish, orderWith(spanish, { NationalID: undefined }))).toMatchObject({
      code: 'national_id_required',
      details: [{ path: '/passengers/0/NationalID', index: 0 }],
    });
    expect((await verdict(spanish, flightOrder(spanish.offer))).code).toBe('accepted');
  });
});

describe('a hold', () => {
  const holdable = trackedOffer({ holdable: true });

  it('is accepted until the instant at which it must be paid', async () => {
    const due = Date.parse(PAYMENT_REQUIRED_BY);
    expect((await verdict(holdable, holdOrder(holdable.offer), due - 1)).code).toBe('accepted');
    expect((await verdict(holdable, holdOrder(holdable.offer), due)).code).toBe('hold_not_available');
  });

  it('a hold of an offer that cannot be held is refused before the holdId is checked', async () => {
    const other = trackedOffer();
    expect((await verdict(other, { ...flightOrder(other.offer), type: 'hold', holdId: 'hld_test' })).code).toBe(
      'hold_not_available',
    );
  });
});

describe('totalSegments', () => {
  const tracked = trackedOffer({ gdsprovider: 1 });
  const right = totalSegments(tracked.offer);
  const paths = async (segments: typeof right) => {
    const { code, details } = await verdict(tracked, { ...flightOrder(tracked.offer), totalSegments: segments });
    return [code, ...(details as { path: string }[]).map(({ path }) => path)];
  };

  it('segments in another order are refused in one sentence', async () => {
    const [a, b, c] = right as [(typeof right)[0], (typeof right)[0], (typeof right)[0]];
    expect(await paths([a, c, b])).toEqual(['total_segments_mismatch', '/totalSegments']);
  });

  it('segments of other flights are refused with every field that differs', async () => {
    const [a, b, c] = right as [(typeof right)[0], (typeof right)[0], (typeof right)[0]];
    expect(await paths([a, c, { ...b, flightNumber: '1' }])).toEqual([
      'total_segments_mismatch',
      ...[1, 2].flatMap((i) =>
        ['originCode', 'destinationCode', 'flightNumber', 'departureDate'].map(
          (field) => `/totalSegments/${i}/${field}`,
        ),
      ),
    ]);
  });

  it('a missing or additional segment is refused, with its position', async () => {
    expect(await paths(right.slice(0, 2))).toEqual(['total_segments_mismatch', '/totalSegments/2']);
    expect(await paths([...right, ...right.slice(0, 1)])).toEqual(['total_segments_mismatch', '/totalSegments/3']);
    expect(await paths([])).toEqual(['total_segments_required', '/totalSegments']);
  });
});

describe('personal values', () => {
  const tracked = trackedOffer({ gdsprovider: 1 });

  it('may have the current date in the earliest time zone as birth date, but not the next day', async () => {
    const family = trackedOffer({ gdsprovider: 1, types: ['adult', 'infant_without_seat'] });
    const born = (bornDate: string) => orderWith(family, {}, { bornDate });
    expect((await verdict(family, born('2027-01-11'))).code).toBe('accepted');
    expect((await verdict(family, born('2027-01-12'))).code).toBe('invalid_born_date');
    expect((await verdict(tracked, orderWith(tracked, { bornDate: '2027-01-12' }))).code).toBe('invalid_born_date');
  });

  it('must have the birth date of a living person', async () => {
    expect((await verdict(tracked, orderWith(tracked, { bornDate: '1904-12-31' }))).code).toBe('accepted');
    expect((await verdict(tracked, orderWith(tracked, { bornDate: '1857-01-10' }))).code).toBe('invalid_born_date');
  });

  // The trip begins on 2027-03-15.
  it.each([
    ['infant_without_seat', '2025-03-16', '2025-03-15'],
    ['child', '2025-03-15', '2025-03-16'],
    ['child', '2015-03-16', '2015-03-15'],
    ['adult', '2015-03-15', '2015-03-16'],
  ] as const)('have the age of their passenger type on the day of departure: %s', async (type, fitting, other) => {
    const family = trackedOffer({ types: ['adult', type] });
    const born = (bornDate: string) => orderWith(family, {}, { bornDate });
    expect((await verdict(family, born(fitting))).code).toBe('accepted');
    expect(await verdict(family, born(other))).toMatchObject({
      code: 'passenger_age_mismatch',
      details: [{ path: '/passengers/1/bornDate', index: 1 }],
    });
  });

  it.each(['+15555555555', '+34123456789', '+999123456789', '+4420718387'])(
    'have a possible phone number, unlike %s',
    async (number) => {
      expect((await verdict(tracked, orderWith(tracked, { phone_number: number }))).code).toBe('invalid_phone_number');
    },
  );

  it.each(['+447700900123', '+441632960123'])(
    'may have the phone number %s, which Ofcom reserves for fiction',
    async (number) => {
      expect((await verdict(tracked, orderWith(tracked, { phone_number: number }))).code).toBe('accepted');
    },
  );

  it('must begin with a phone number of a country if the provider needs a holder', async () => {
    const satellite = '+88216123456';
    const free = trackedOffer();
    expect((await verdict(tracked, orderWith(tracked, { phone_number: satellite }))).code).toBe('invalid_phone_number');
    expect((await verdict(free, orderWith(free, { phone_number: satellite }))).code).toBe('accepted');
  });
});

describe('country codes', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountryCode);

  it('are the 249 codes of ISO 3166-1', () => {
    const withoutPhones = ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'];
    const notAssigned = ['AC', 'TA', 'XK'];
    const dialled = getCountries().filter((code) => !notAssigned.includes(code));
    expect(codes).toHaveLength(249);
    expect(codes).toEqual([...dialled, ...withoutPhones].sort());
  });

  it('all have a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});
