import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, parseInstant } from '../../src/base/clock.ts';
import { searchGds0 } from '../../src/mock-providers/gds-0/gds-0.ts';
import {
  compactDate,
  compactDuration,
  compactMinute,
  compactTime,
  plainDate,
} from '../../src/mock-providers/gds-1/compact.ts';
import { bookGds1, searchGds1 } from '../../src/mock-providers/gds-1/gds-1.ts';
import type {
  Gds1BookRequest,
  Gds1CabinCode,
  Gds1Language,
  Gds1PassengerCount,
  Gds1SearchRequest,
  Gds1SearchResponse,
  Gds1Segment,
} from '../../src/mock-providers/gds-1/native.ts';
import { NativeError } from '../../src/mock-providers/world/native-call.ts';
import { dayOf, zoneOf } from '../../src/mock-providers/world/zones.ts';
import type { GdsEffect } from '../../src/scenarios/effects.ts';
import { present } from '../support/present.ts';
import { randomRoutes } from './random-routes.ts';

const NOW = parseInstant('2026-02-01T09:00:00Z');
const SITUATION = { seed: 'gds-1.test', world: 'gds-1.test', now: NOW, offers: 6, lifetimeMs: 20 * MINUTE };

/** Merged results of many searches of all kinds. */
const MANY = randomRoutes(100).map(([from, to, date]) => search(roundTrip(from, to, date, later(date, 9))));
const MANY_OFFERS = MANY.flatMap((response) => response.ofs);

describe('gds-1 search', () => {
  it('claims to be production in its header, regardless of the environment', () => {
    expect(search(oneWay('MAD', 'LHR', '2026-05-04')).hdr).toMatchObject({ env: 'PRD', ts: '01FEB26 0900' });
  });

  it('gives the same response to the same request and situation, and a different one for another seed', () => {
    const request = roundTrip('BCN', 'NYC', '2026-05-04', '2026-05-14');
    expect(search(request)).toEqual(search(request));
    expect(search(request, { seed: 'other' }).ofs.map((o) => o.oid)).not.toEqual(search(request).ofs.map((o) => o.oid));
  });

  it('shares frozen legs and segments between responses while they are cached, also with another return', () => {
    const response = (seed: string, back: string) =>
      search(roundTrip('MAD', 'BER', '2026-05-04', back), { seed, offers: 50 });
    const first = response('a', '2026-05-09');
    const legs = new Map(first.ofs.map((o) => [JSON.stringify(o.legs[0]), o.legs[0]]));
    for (const other of [response('b', '2026-05-09'), response('c', '2026-05-10')]) {
      const again = other.ofs.map((o) => o.legs[0]).filter((leg) => legs.has(JSON.stringify(leg)));
      expect(again.length).toBeGreaterThan(10);
      for (const leg of again) {
        expect(legs.get(JSON.stringify(leg))).toBe(leg);
        expect(Object.isFrozen(leg)).toBe(true);
        for (const { ref } of leg.cpn) {
          expect(other.seg[ref]).toBe(first.seg[ref]);
          expect(Object.isFrozen(other.seg[ref])).toBe(true);
        }
      }
    }
  });

  it('does not share legs between languages, cabins, parties or directions', () => {
    const leg = (request: Gds1SearchRequest, way = 0) => search(request).ofs[0].legs[way];
    const plain = leg(oneWay('MAD', 'LHR', '2026-05-04'));
    expect(leg(oneWay('MAD', 'LHR', '2026-05-04', { lang: 'ES' }))).not.toBe(plain);
    expect(leg(oneWay('MAD', 'LHR', '2026-05-04', { cab: 'C' }))).not.toBe(plain);
    expect(leg(oneWay('MAD', 'LHR', '2026-05-04', { pax: [{ ty: 'ADT', qty: 2 }] }))).not.toBe(plain);
    expect(leg(oneWay('MAD', 'LHR', '2026-05-04'))).toBe(plain);
    const back = new Set(
      search(roundTrip('LHR', 'MAD', '2026-05-01', '2026-05-04'), { offers: 50 }).ofs.map((o) => o.legs[1]),
    );
    expect(search(oneWay('MAD', 'LHR', '2026-05-04'), { offers: 50 }).ofs.some((o) => back.has(o.legs[0]))).toBe(false);
  });

  it('refers only to existing table entries, with one reference per flight', () => {
    for (const { seg, loc, crr, bnm, ofs } of MANY) {
      const flights = new Map<string, string>();
      for (const { legs, vcr } of ofs) {
        expect(crr[vcr]).toBeDefined();
        for (const { brd, cpn } of legs) {
          expect(bnm[brd]).toBeTruthy();
          for (const { ref } of cpn) {
            const s = seg[ref];
            expect(ref).toMatch(/^F\d+$/);
            expect([loc[s.dep.apt], loc[s.arr.apt], crr[s.mkt], crr[s.opr]].every(Boolean)).toBe(true);
            expect(flights.get(ref) ?? JSON.stringify(s)).toBe(JSON.stringify(s));
            flights.set(ref, JSON.stringify(s));
          }
        }
      }
      expect(Object.keys(seg)).toEqual(expect.arrayContaining([...flights.keys()]));
    }
  });

  it.each([
    ['MAD', 'LHR'],
    ['LHR', 'JFK'],
    ['CDG', 'JFK'],
    ['LON', 'NYC'],
  ])('returns 12 to 25 different offers from %s to %s', (from, to) => {
    for (const count of [12, 25]) {
      expect(
        new Set(search(oneWay(from, to, '2026-05-04'), { offers: count }).ofs.map((o) => JSON.stringify(o.legs))).size,
      ).toBe(count);
      expect(
        new Set(search(roundTrip(from, to, '2026-05-04', '2026-05-11'), { offers: count }).ofs.map((o) => o.oid)).size,
      ).toBe(count);
    }
  });

  it('has segments that follow each other, durations that add up, and a return after the arrival', () => {
    for (const response of MANY) {
      for (const { legs } of response.ofs) {
        const flown = legs.map((leg) => leg.cpn.map(({ ref }) => response.seg[ref]));
        flown.forEach((segments, way) => {
          for (const s of segments) expect(leaves(response, s) + minutes(s.dur) * MINUTE).toBe(arrives(response, s));
          expect(arrives(response, present(segments.at(-1))) - leaves(response, segments[0])).toBe(
            minutes(legs[way].dur) * MINUTE,
          );
        });
        expect(leaves(response, flown[1][0]) - arrives(response, present(flown[0].at(-1)))).toBeGreaterThanOrEqual(
          2 * HOUR,
        );
      }
    }
  });

  it("gives prices in minor units, and the passengers' shares add up to the total", () => {
    const pax: Gds1PassengerCount[] = [
      { ty: 'ADT', qty: 2 },
      { ty: 'CHD', qty: 1 },
      { ty: 'INF', qty: 1 },
    ];
    for (const { prc } of search(oneWay('MAD', 'LHR', '2026-05-04', { pax })).ofs) {
      const [adult, child, infant] = prc.fpt.map((share) => share.amt);
      expect(prc.tot).toMatchObject({ amt: 2 * adult + child + infant, dec: 2 });
      expect(Number.isInteger(prc.tot.amt)).toBe(true);
      expect([child / adult, infant / adult]).toEqual([expect.closeTo(0.75, 2), expect.closeTo(0.1, 2)]);
    }
  });

  it('costs more in a better cabin', () => {
    const cheapest = (cab: Gds1CabinCode) =>
      Math.min(...search(oneWay('LHR', 'JFK', '2026-05-04', { cab }), { offers: 50 }).ofs.map((o) => o.prc.tot.amt));
    const rising = (['Y', 'W', 'C', 'F'] as const).map(cheapest);
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  });

  it('gives prices in several currencies', () => {
    expect(new Set(MANY_OFFERS.map((o) => o.prc.tot.cur)).size).toBeGreaterThan(1);
    expect(search(oneWay('LHR', 'MAD', '2026-05-04')).ofs[0].prc.tot.cur).toBe('GBP');
    expect(search(oneWay('MAD', 'LHR', '2026-05-04')).ofs[0].prc.tot.cur).toBe('EUR');
  });

  it('has penalties in all forms: free, with a fee, with an unknown fee, not allowed, not stated', () => {
    const forms = new Set(
      MANY_OFFERS.flatMap((o) => [o.pen.rfd, o.pen.chg]).map((p) => {
        if (!p) return 'not stated';
        if (p.alw === 'N') return p.fee === null ? 'not allowed' : 'wrong';
        if (p.fee === null) return 'unknown';
        return p.fee.amt === 0 ? 'free' : 'fee';
      }),
    );
    expect(forms).toEqual(new Set(['free', 'fee', 'unknown', 'not allowed', 'not stated']));
  });

  it('accepts a national identity card within Spain and requires passports to China', () => {
    const withinSpain = ['PMI', 'BCN', 'LPA']
      .flatMap((to) => search(oneWay('MAD', to, '2026-05-04'), { offers: 50 }).ofs)
      .filter((o) => o.doc.typ.includes('NI'));
    expect(withinSpain.length).toBeGreaterThan(15);
    expect(new Set(withinSpain.map((o) => o.doc.req)).size).toBe(2);
    expect(
      search(oneWay('MAD', 'PEK', '2026-05-04')).ofs.every((o) => o.doc.req === 'Y' && o.doc.typ.includes('PP')),
    ).toBe(true);
    for (const { doc } of MANY_OFFERS) if (doc.req === 'Y') expect(doc.typ).not.toEqual([]);
  });

  it('has baggage codes for every passenger code', () => {
    const pax: Gds1PassengerCount[] = [
      { ty: 'ADT', qty: 1 },
      { ty: 'CHD', qty: 1 },
      { ty: 'INF', qty: 1 },
    ];
    for (const o of search(oneWay('MAD', 'MEX', '2026-05-04', { pax })).ofs) {
      for (const { bag } of o.legs[0].cpn) {
        expect(Object.keys(bag)).toEqual(['ADT', 'CHD', 'INF']);
        for (const code of Object.values(bag).flat()) expect(code).toMatch(/^(0PC|\dPC\d\d|1HC(\d\d)?)$/);
      }
    }
  });

  it('names cities and brands in the language of the request', () => {
    const { loc, bnm, ofs } = search(oneWay('MAD', 'LHR', '2026-05-04', { lang: 'ZH' }));
    expect(loc.LHR.ctn).toBe('伦敦');
    expect(ofs.map((o) => bnm[o.legs[0].brd])).toContain('灵活');
  });

  it('gives its offers a lifetime in seconds', () => {
    expect(search(oneWay('MAD', 'LHR', '2026-05-04')).ofs.every((o) => o.ttl === 1200)).toBe(true);
  });

  it('offers nothing for an impossible return, for an unknown place, and in an empty world', () => {
    expect(search(roundTrip('MAD', 'SYD', '2026-05-04', '2026-05-04')).ofs).toEqual([]);
    expect(search(oneWay('ZZZ', 'MAD', '2026-05-04')).ofs).toEqual([]);
    expect(searchGds1(oneWay('MAD', 'LHR', '2026-05-04'), { ...SITUATION, effect: { search: 'empty' } }).ofs).toEqual(
      [],
    );
  });

  it('throws its native error when it is down', () => {
    const down = () => searchGds1(oneWay('MAD', 'LHR', '2026-05-04'), { ...SITUATION, effect: { search: 'down' } });
    expect(down).toThrow(NativeError);
    expect(down).toThrow(
      expect.objectContaining({
        body: { hdr: expect.objectContaining({ env: 'PRD' }), err: { cod: 'E0911', txt: expect.any(String) } },
      }),
    );
  });

  it('shares no field name with gds-0', () => {
    const native = present(MANY.find(({ ofs }) => ofs.length > 0));
    const tables = [native.seg, native.loc, native.crr].flatMap(Object.values);
    const names1 = fieldNames([
      native.hdr,
      native.ofs,
      tables,
      Object.fromEntries(Object.keys(native).map((k) => [k, null])),
    ]);
    const { data } = searchGds0(
      {
        data: {
          slices: [{ origin: 'MAD', destination: 'JFK', departure_date: '2026-05-04' }],
          passengers: [{ type: 'adult' }],
          cabin_class: 'economy',
        },
      },
      SITUATION,
    );
    const names0 = fieldNames({ data });
    expect(names0.size).toBeGreaterThan(50);
    expect(names1.size).toBeGreaterThan(50);
    expect([...names0].filter((name) => names1.has(name))).toEqual([]);
  });
});

describe('gds-1 search under an effect', () => {
  const under = (effect: GdsEffect) =>
    [
      ['LHR', 'EDI'],
      ['MAD', 'BCN'],
      ['MAD', 'JFK'],
    ].flatMap(([from, to]) => searchGds1(oneWay(from, to, '2026-05-04'), { ...SITUATION, effect }).ofs);
  const usual = under({});

  it('requires documents of every passenger, a passport if none are accepted', () => {
    under({ documents: 'required' }).forEach(({ doc }, n) => {
      const { typ } = usual[n].doc;
      expect(doc).toEqual({ req: 'Y', typ: typ.length > 0 ? typ : ['PP'] });
    });
    expect(usual.some(({ doc }) => doc.typ.length === 0)).toBe(true);
  });

  it('accepts a national identity card in addition to the usual documents, and requires no more', () => {
    under({ dni: 'allowed' }).forEach(({ doc }, n) => {
      const { req, typ } = usual[n].doc;
      expect([doc.req, [...doc.typ].sort()]).toEqual([req, [...new Set([...typ, 'NI'])].sort()]);
    });
  });

  it('returns to the usual terms afterwards', () => {
    under({ documents: 'required', dni: 'allowed' });
    under({}).forEach((o, n) => {
      expect(o).toEqual(usual[n]);
      expect(o.doc).toBe(usual[n].doc);
    });
  });
});

describe('gds-1 booking', () => {
  it('returns a locator, a ticket for each passenger, and the holder', () => {
    const request = bookRequest({ eml: 'ana@example.com', tel: '+34600000000', ctry: 'ES' });
    const record = bookGds1(request, SITUATION);
    expect(record).toMatchObject({ sta: 'HK', oid: request.oid, hol: request.hol, pax: request.pax, tot: request.tot });
    expect(record.pnr).toMatch(/^[A-Z2-9]{6}$/);
    expect(record.tkt).toEqual([expect.stringMatching(/^\d{13}$/)]);
    expect(bookGds1(request, SITUATION)).toEqual(record);
  });

  it('refuses an incomplete holder', () => {
    const book = () => bookGds1(bookRequest({ eml: 'ana@example.com', tel: '+34600000000', ctry: '' }), SITUATION);
    expect(book).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({ err: { cod: 'E4102', txt: 'HOLDER INCOMPLETE - NEED CTRY' } }),
      }),
    );
  });
});

describe('gds-1 booking under an effect', () => {
  it.each([
    ['refused', 'E4220'],
    ['price-changed', 'E4230'],
  ] as const)('is %s with %s', (order, cod) => {
    const book = () =>
      bookGds1(bookRequest({ eml: 'ana@example.com', tel: '+34600000000', ctry: 'ES' }), {
        ...SITUATION,
        effect: { order },
      });
    expect(book).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ err: { cod, txt: expect.any(String) } }) }),
    );
  });
});

describe('compact forms', () => {
  it('are the same when written and read', () => {
    expect([compactDate('2026-03-15'), compactTime('2026-03-15T09:35:00'), plainDate('15MAR26')]).toEqual([
      '15MAR26',
      '0935',
      '2026-03-15',
    ]);
    expect([compactDuration(445), compactDuration(1510), compactDuration(50)]).toEqual(['0725', '2510', '0050']);
    expect(compactMinute(parseInstant('2026-11-21T07:57:31Z'))).toBe('21NOV26 0757');
  });
});

interface Wanted {
  pax?: Gds1PassengerCount[];
  cab?: Gds1CabinCode;
  lang?: Gds1Language;
}

function oneWay(
  from: string,
  to: string,
  date: string,
  { pax = [{ ty: 'ADT', qty: 1 }], cab = 'Y', lang }: Wanted = {},
): Gds1SearchRequest {
  return { od: [{ from, to, dt: compactDate(date) }], pax, cab, ...(lang && { lang }) };
}

function roundTrip(from: string, to: string, there: string, back: string): Gds1SearchRequest {
  const request = oneWay(from, to, there);
  return { ...request, od: [...request.od, { from: to, to: from, dt: compactDate(back) }] };
}

function search(request: Gds1SearchRequest, situation: Partial<typeof SITUATION> = {}): Gds1SearchResponse {
  return searchGds1(request, { ...SITUATION, ...situation });
}

function bookRequest(hol: Gds1BookRequest['hol']): Gds1BookRequest {
  const offer = search(oneWay('MAD', 'LHR', '2026-05-04')).ofs[0];
  const person = { pno: 1, ty: 'ADT', ttl: 'MS', fnm: 'ANA', lnm: 'RUIZ', sex: 'F', dob: '31JAN1990' } as const;
  return { oid: offer.oid, hol, pax: [person], tot: offer.prc.tot };
}

function leaves({ loc }: Gds1SearchResponse, { dep }: Gds1Segment): number {
  return instant(dep, loc[dep.apt].tzn);
}

function arrives({ loc }: Gds1SearchResponse, { arr }: Gds1Segment): number {
  return instant(arr, loc[arr.apt].tzn);
}

function instant({ dat, tim }: Gds1Segment['dep'], timeZone: string): number {
  return zoneOf(timeZone).instant(dayOf(plainDate(dat)), Number(tim.slice(0, 2)) * 60 + Number(tim.slice(2)));
}

function minutes(compact: string): number {
  return Number(compact.slice(0, -2)) * 60 + Number(compact.slice(-2));
}

function later(date: string, days: number): string {
  return new Date(dayOf(date) + days * DAY).toISOString().slice(0, 10);
}

function fieldNames(value: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) fieldNames(item, names);
  else if (value && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      names.add(name);
      fieldNames(inner, names);
    }
  }
  return names;
}
