import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer, OrderPassenger } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ seed: 'order passengers' });
const flights = flightClient(server);
const types = ['adult', 'adult', 'child', 'infant_without_seat'] as const;
let gds0: Offer;
let gds1: Offer;

beforeAll(async () => {
  gds0 = await flights.find(({ gdsprovider }) => gdsprovider === 0, { types });
  gds1 = await flights.find(({ gdsprovider }) => gdsprovider === 1, { types });
});

afterAll(async () => {
  // None of all the refused orders has sold an offer.
  for (const offer of [gds0, gds1]) expect((await flights.orderWhole(offer)).status).toBe(200);
});

type Passengers = OrderPassenger[];

/** Orders each of the two offers with its passengers changed, and expects the refusal. */
async function refuses(
  change: (passengers: Passengers) => object[],
  code: string,
  ...details: { path: string; index?: number }[]
): Promise<void> {
  for (const offer of [gds0, gds1]) {
    const order = flightOrder(offer);
    const response = await flights.order(offer, { ...order, passengers: change(order.passengers) });
    expectRefusal(response, code);
    if (details.length > 0) expect(response.body.details).toMatchObject(details);
  }
}

/** The passengers with one of them changed. */
const changed = (index: number, change: object) => (passengers: Passengers) =>
  passengers.map((passenger, i) => (i === index ? { ...passenger, ...change } : passenger));

/** Expects every value to be refused in the field of the second passenger. */
async function refusesValues(field: keyof OrderPassenger, values: unknown[], code = 'invalid_request'): Promise<void> {
  for (const value of values) {
    for (const offer of [gds0, gds1]) {
      const order = flightOrder(offer);
      expectRefusal(
        await flights.order(offer, { ...order, passengers: changed(1, { [field]: value })(order.passengers) }),
        code,
        `/passengers/1/${field}`,
      );
    }
  }
}

describe('names', () => {
  it.each(['\0', 'Ada\0', 'Ada\nByron', 'Ada\u007f', '   ', '\u200b', ' \ufeff\u2800', '\u00ad\u3164\u00a0'])(
    'are refused with control characters, and without a visible one: %j',
    async (name) => {
      await refuses(changed(1, { firstName: name }), 'invalid_request', { path: '/passengers/1/firstName' });
      await refuses(changed(1, { lastName: name }), 'invalid_request', { path: '/passengers/1/lastName' });
    },
  );
});

describe('the passengers of an order', () => {
  it('have exactly the ids of the offer [flight-order.passengers.ids-match]', async () => {
    await refuses((passengers) => changed(1, { id: ` ${passengers[1]?.id}` })(passengers), 'passenger_extra', {
      path: '/passengers/1/id',
      index: 1,
    });
    await refuses((passengers) => changed(2, { id: passengers[2]?.id.toUpperCase() })(passengers), 'passenger_extra', {
      path: '/passengers/2/id',
      index: 2,
    });
  });

  it('have no empty id [flight-order.passengers.no-empty-ids]', async () => {
    await refuses(changed(1, { id: '' }), 'passenger_id_empty', { path: '/passengers/1/id', index: 1 });
  });

  it('have unique ids [flight-order.passengers.no-duplicate-ids]', async () => {
    await refuses((passengers) => changed(1, { id: passengers[0]?.id })(passengers), 'passenger_id_duplicate', {
      path: '/passengers/1/id',
      index: 1,
    });
    await refuses((passengers) => [...passengers, passengers[2]], 'passenger_id_duplicate', {
      path: '/passengers/4/id',
      index: 4,
    });
  });

  it('include every passenger of the offer [flight-order.passengers.none-missing]', async () => {
    await refuses((passengers) => passengers.toSpliced(2, 1), 'passenger_missing', { path: '/passengers', index: 2 });
    await refuses(() => [], 'passenger_missing', ...types.map((_, index) => ({ path: '/passengers', index })));
  });

  it('include no additional passenger [flight-order.passengers.no-extra]', async () => {
    await refuses((passengers) => [...passengers, { ...passengers[0], id: 'one-more' }], 'passenger_extra', {
      path: '/passengers/4/id',
      index: 4,
    });
  });

  it('have the types of the offer [flight-order.passengers.types-match]', async () => {
    await refuses(changed(2, { type: 'adult' }), 'passenger_type_mismatch', { path: '/passengers/2/type', index: 2 });
    await refuses(changed(0, { type: 'child' }), 'passenger_type_mismatch', { path: '/passengers/0/type', index: 0 });
  });

  it('may come in a different order than in the offer', async () => {
    const offer = await flights.find(({ gdsprovider }) => gdsprovider === 0, { types });
    const order = flightOrder(offer);
    expect((await flights.order(offer, { ...order, passengers: order.passengers.toReversed() })).status).toBe(200);
  });

  it('are objects in an array', async () => {
    for (const passengers of [undefined, null, {}, 'Ada', [null], [[]]]) {
      expectRefusal(await flights.order(gds0, { ...flightOrder(gds0), passengers }), 'invalid_request');
    }
  });
});

describe('the fields of a passenger', () => {
  it('the title is one of the four, as text [flight-order.passengers.title]', () =>
    refusesValues('title', [1, 'dr', undefined]));

  it('the first name goes under firstName [flight-order.passengers.first-name]', async () => {
    await refuses(
      (passengers) => passengers.map(({ firstName, ...rest }) => ({ ...rest, name: firstName })),
      'non_whitelisted_field',
    );
    await refusesValues('firstName', [undefined, '', ' ', 1]);
  });

  it('the lastName is text [flight-order.passengers.last-name]', () =>
    refusesValues('lastName', [1, '', undefined, null]));

  it('the gender is a code, as text [flight-order.passengers.gender]', () =>
    refusesValues('gender', [1, 'female', undefined]));

  it('the bornDate is a day of the calendar [flight-order.passengers.born-date]', () =>
    refusesValues('bornDate', ['10.12.1990', '1990-12-10T00:00:00Z', '1990-02-30', '1990-13-01', 19901210, undefined]));

  it('the bornDate is not in the future', () =>
    refusesValues('bornDate', ['2027-01-12', '2090-01-01'], 'invalid_born_date'));

  it('the email is an address [flight-order.passengers.email]', () =>
    refusesValues('email', ['ada', 'ada@', '@example.com', 'ada@example', 1, undefined]));

  it('the phone_number is in E.164 format [flight-order.passengers.phone-number]', () =>
    refusesValues('phone_number', [
      '34612345678',
      '+34 612 345 678',
      '0034612345678',
      '+0612345678',
      'phone',
      undefined,
    ]));

  it('the phone_number is a possible number', () =>
    refusesValues('phone_number', ['+15555555555', '+34123456789', '+99912345678'], 'invalid_phone_number'));

  it('the country is a 2-letter ISO code [flight-order.passengers.country]', async () => {
    await refusesValues('country', ['ESP', 'Spain', 'es', 34]);
    await refusesValues('country', ['XX', 'UK', 'EU', 'XK'], 'invalid_country');
  });

  it('the infant_passenger_id is text [flight-order.passengers.infant-passenger-id]', () =>
    refusesValues('infant_passenger_id', [4, null, '']));

  it('the infant_passenger_id names an infant, and only one adult has it', async () => {
    await refuses(changed(0, { infant_passenger_id: undefined }), 'infant_assignment_invalid', {
      path: '/passengers/3',
      index: 3,
    });
    await refuses(
      (passengers) => changed(1, { infant_passenger_id: passengers[3]?.id })(passengers),
      'infant_assignment_invalid',
      {
        path: '/passengers/1/infant_passenger_id',
        index: 1,
      },
    );
  });
});
