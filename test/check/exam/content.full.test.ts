import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Room } from '../../../src/check/exam/begin-situation.ts';
import { ControlWatch } from '../../../src/check/exam/control-watch.ts';
import { examine } from '../../../src/check/exam/examine.ts';
import type { Candidate } from '../../../src/check/exam/run-client.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { lowestGrade } from '../../../src/check/exam/standing.ts';
import type { Traveller, Trip } from '../../../src/check/exam/trip.ts';
import type { Sandbox } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import type { Misstate } from './misstated.ts';
import { client, exchanged, firstForAll, misstated, statedIn } from './misstated.ts';

let room: Room & { sandbox: Sandbox };
beforeAll(async () => {
  const sandbox = await createSandbox({ seed: 'content', log: 'silent', demoCredentials: false });
  room = { sandbox, baseUrl: await sandbox.listen(), watch: new ControlWatch(), key: 'exam' };
});
afterAll(() => room.sandbox.close());

describe('the truth by content', () => {
  it.each<[title: string, situation: string, misstate: Misstate, message: RegExp]>([
    [
      'the day before',
      'book-transfer.plain',
      (stated) => ({ ...stated, pickup: moved(stated.pickup, -DAY) }),
      /^The client states the local time \S+T11:30:00; booking \w+ has \S+T11:30:00\+0[12]:00\.$/,
    ],
    [
      'the day in UTC of a pickup after midnight',
      'book-transfer.after-midnight',
      (stated) => ({ ...stated, pickup: inUtc(stated.pickup).slice(0, 16) }),
      /^The client states the local time \S+T2[23]:40; booking \w+ has \S+T00:40:00\+0[12]:00\.$/,
    ],
    [
      'the hour in UTC',
      'book-transfer.plain',
      (stated) => ({ ...stated, pickup: inUtc(stated.pickup) }),
      /states the local time \S+T(09|10):30:00\.000Z; booking \w+ has \S+T11:30/,
    ],
    [
      'the local hour with a Z behind it',
      'book-transfer.plain',
      (stated) => ({ ...stated, pickup: `${stated.pickup?.slice(0, 19)}Z` }),
      /states the local time \S+T11:30:00Z; booking/,
    ],
    [
      'the pickup before the change',
      'change-transfer.plain',
      (stated) => ({ ...stated, pickup: stated.pickup?.replace('14:30', '11:30') }),
      /states the local time \S+T11:30:00\S+; booking \w+ has \S+T14:30/,
    ],
    [
      'another departure of the flight',
      'order-flight.plain',
      (stated) => ({ ...stated, departure: moved(stated.departure, 3_600_000) }),
      /states the local time \S+; booking \w+ has \S+\.$/,
    ],
    [
      'dollars as euros',
      'book-transfer.in-dollars',
      (stated) => ({ ...stated, currency: 'EUR' }),
      /states the currency EUR; booking \w+ has USD\.$/,
    ],
    [
      'the dollars of a flight as euros',
      'order-flight.in-dollars',
      (stated) => ({ ...stated, currency: 'EUR' }),
      /states the currency EUR; booking \w+ has USD\.$/,
    ],
    [
      'the price of the search where the pricing has another one',
      'book-transfer.price-differs',
      (stated) => ({ ...stated, price: Math.round(stated.price / 0.011) / 100 }),
      /states the price [\d.]+; booking \w+ has [\d.]+\.$/,
    ],
    [
      'another name',
      'order-flight.plain',
      (stated) => ({ ...stated, name: 'Grace Hopper' }),
      /states the name Grace Hopper; booking \w+ has Ada Byron\.$/,
    ],
  ])('fails a client that states %s', async (_, situation, misstate, message) => {
    const { verdict, findings } = await run(situation, misstated(misstate));
    expect([verdict, findings.map(({ kind }) => kind)]).toEqual(['failed', ['truth']]);
    expect(findings[0]?.message).toMatch(message);
  });

  it("fails concurrent travellers who state each other's names", async () => {
    const names = ['Grace Hopper', 'Ada Byron', 'Mary Somerville'];
    const exchange: Misstate = (stated, { traveller }) => ({ ...stated, name: names[traveller - 1] });
    const { findings } = await run('book-transfer.three-travellers', misstated(exchange));
    expect(findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      expect.stringMatching(
        /^truth: Traveller 1: the client states the name Grace Hopper; booking \w+ has Ada Byron\.$/,
      ),
      expect.stringMatching(
        /^truth: Traveller 2: the client states the name Ada Byron; booking \w+ has Grace Hopper\.$/,
      ),
    ]);
  });

  it.each(['book-transfer.three-travellers', 'order-flight.three-travellers'])(
    "fails travellers who state only each other's ids in %s",
    async (name) => {
      const { findings } = await run(name, exchanged());
      expect(findings.map(({ message }) => message.replace(/: \S+$/, ''))).toEqual([
        'Traveller 1 states the booking of traveller 2',
        'Traveller 2 states the booking of traveller 3',
        'Traveller 3 states the booking of traveller 1',
      ]);
    },
  );

  it('fails three travellers who state the same reservation', async () => {
    const { findings } = await run('book-transfer.three-travellers', firstForAll());
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Travellers 1 and 2 and 3 state the same booking: /),
    ]);
  });

  it('fails a client that books another day than the task asks for, even if it states that day', async () => {
    const { findings } = await run('book-transfer.plain', {
      ...client,
      run: (assignment, signal) =>
        client.run({ ...assignment, trip: { ...assignment.trip, date: '2031-01-15' } }, signal),
    });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The task asks for the local time \S+T11:30; booking \w+ has 2031-01-15T11:30/),
    ]);
  });

  it.each<[situation: string, to: string, passes: boolean]>([
    ['book-transfer.plain', 'Calle de Serrano 1, Madrid', false],
    ['book-transfer.plain', 'C. de Alcala, 42, 28014 MADRID', true],
    ['order-flight.plain', 'BCN', false],
  ])('compares the destination: %s, %s', async (situation, to, passes) => {
    const { findings } = await run(situation, {
      ...client,
      run: (assignment, signal) => client.run({ ...assignment, trip: { ...assignment.trip, to } }, signal),
    });
    const wrong = [expect.stringMatching(/^The task asks for the destination .+; booking \w+ has .+\.$/)];
    expect(findings.map(({ message }) => message)).toEqual(passes ? [] : wrong);
  });

  it('fails a client that books above the price limit', async () => {
    const { findings } = await run('book-transfer.above-price-limit', {
      ...client,
      run: (assignment, signal) => client.run({ ...assignment, trip: { ...assignment.trip, priceLimit: 900 } }, signal),
    });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The task asks for a price of at most 1; booking \w+ has [\d.]+\.$/),
    ]);
  });
});

describe('a wider task', () => {
  const wider = situations.filter(({ name }) =>
    /other-airport|family|loyalty-programme|hold-flight.round-trip/.test(name),
  );
  it.each(wider)('passes a client that does $name', async ({ name }) => {
    const { verdict, stated } = await run(name, client);
    expect([verdict, lowestGrade(stated)]).toEqual(['passed', 'content']);
  });

  const withAll = (change: (traveller: Traveller) => object) => (trip: Trip) => ({
    travellers: trip.travellers?.map((traveller) => ({ ...traveller, ...change(traveller) })),
  });
  it.each<[habit: string, situation: string, change: (trip: Trip) => object, message: RegExp]>([
    [
      'rides in Madrid only',
      'book-transfer.other-airport',
      () => MADRID,
      /asks for the place LIS; booking \w+ has MAD/,
    ],
    ['pays in euros only', 'change-transfer.other-airport', () => ({ currency: 'EUR' }), /currency USD; .* has EUR/],
    ['flies from Madrid only', 'order-flight.other-airport', () => ({ from: 'MAD' }), /place FRA; .* has MAD/],
    [
      'flies a month too early',
      'order-flight.other-airport',
      () => ({ date: aMonthAhead() }),
      /asks for the local time/,
    ],
    [
      'forgets the flight back',
      'order-flight.family-round-trip',
      () => ({ returnDate: undefined }),
      /return on .* none/,
    ],
    [
      'leaves the children at home',
      'order-flight.family-round-trip',
      ({ travellers = [] }) => ({ travellers: travellers.slice(0, 2) }),
      /a number of passengers of 4; booking \w+ has 2/,
    ],
    [
      'gives everyone the first name',
      'order-flight.family-round-trip',
      withAll(() => ({ firstName: 'Ada', lastName: 'Byron' })),
      /asks for the traveller Charles Babbage; /,
    ],
    [
      'invents birth dates',
      'order-flight.family-round-trip',
      withAll(({ type }) => (type === 'adult' ? { bornDate: '1990-01-01' } : {})),
      /asks for the date of birth of Ada Byron \S+; booking \w+ has 1990-01-01/,
    ],
    [
      'invents passports',
      'order-flight.family-documents',
      withAll(({ passport }) => ({ passport: { ...passport, number: passport.number.replace('PAB', 'XDA') } })),
      /asks for the document of Annabella Byron PAB482012; booking \w+ has XDA482012/,
    ],
    [
      'ignores the loyalty programme',
      'order-flight.loyalty-programme',
      withAll(() => ({ loyalty: null })),
      /asks for the account of Ada Byron IB 70412983; booking \w+ has none/,
    ],
    ['flies one way', 'hold-flight.round-trip', () => ({ returnDate: undefined }), /return on \S+; .* has none/],
  ])('fails a client that %s', async (_, situation, change, message) => {
    const { verdict, findings } = await run(situation, {
      ...client,
      run: ({ trip, ...assignment }, signal) =>
        client.run({ ...assignment, trip: { ...trip, ...change(trip) } }, signal),
    });
    expect([verdict, findings.map((found) => found.message).join(' ')]).toEqual([
      'failed',
      expect.stringMatching(message),
    ]);
  });

  it.each<[what: string, misstate: Misstate, message: RegExp]>([
    [
      'payment deadline',
      (stated) => ({ ...stated, payBy: '2031-01-01T00:00:00Z' }),
      /states the payment deadline 2031/,
    ],
    ['flight back', (stated) => ({ ...stated, return: stated.departure }), /states the return \S+; booking/],
    ['date of birth', (stated) => ({ ...stated, bornDate: '1990-01-01' }), /states the date of birth 1990-01-01; /],
    ['passport', (stated) => ({ ...stated, document: 'XDA123450' }), /states the document XDA123450; /],
  ])('fails a client that states a wrong %s', async (_, misstate, message) => {
    const { findings } = await run('hold-flight.round-trip', misstated(misstate));
    expect(findings.map((found) => found.message)).toEqual([expect.stringMatching(message)]);
  });
});

describe('the grade', () => {
  it.each<[grade: string, misstate: Misstate, notStated: string[]]>([
    ['content', (stated) => stated, []],
    ['prices', ({ id, price, currency }) => ({ id, price: String(price), currency }), ['localTime', 'name']],
    ['ids', ({ id }) => ({ id, price: null, currency: 7 }), ['price', 'currency', 'localTime', 'name']],
    ['none', ({ price }) => ({ price }), ['id', 'currency', 'localTime', 'name']],
  ])('is %s if the client states nothing else', async (grade, misstate, notStated) => {
    const { verdict, stated } = await run('book-transfer.plain', misstated(misstate));
    expect([verdict, lowestGrade(stated), stated[0]?.notStated]).toEqual(['passed', grade, notStated]);
  });

  it('is ids for a client that books another trip and states only its reservation', async () => {
    const { verdict, stated } = await run('book-transfer.plain', {
      ...client,
      async run({ trip, ...assignment }, signal) {
        const end = await client.run({ ...assignment, trip: { ...trip, time: '09:00', currency: 'CNY' } }, signal);
        return { ...end, stdout: JSON.stringify({ outcome: 'booked', reservationId: statedIn(end.stdout).id }) };
      },
    });
    expect([verdict, lowestGrade(stated)]).toEqual(['passed', 'ids']);
  });
});

function run(name: string, candidate: Candidate) {
  const situation = situations.find((one) => one.name === name);
  if (!situation) throw new Error(`no situation ${name}`);
  return examine(situation, candidate, room);
}

function inUtc(time = ''): string {
  return new Date(time).toISOString();
}

/** The same local time, moved. */
function moved(time = '', ms: number): string {
  return new Date(Date.parse(`${time.slice(0, 19)}Z`) + ms).toISOString().slice(0, 19);
}

const DAY = 86_400_000;
const MADRID = { from: 'MAD', to: 'Calle de Alcalá 42, Madrid' };

function aMonthAhead(): string {
  return new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10);
}
