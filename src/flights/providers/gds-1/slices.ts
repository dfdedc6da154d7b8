import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import type { Schema, Segment, Slice } from '../../../interface/api.ts';
import type {
  Gds1Carrier,
  Gds1Coupon,
  Gds1Equipment,
  Gds1Leg,
  Gds1PassengerCode,
  Gds1SearchResponse,
  Gds1Stop,
} from '../../../mock-providers/gds-1/native.ts';
import { localDateTime, minutesOf } from './notation.ts';

/** The tables in a search response, to which its offers refer. */
export type Gds1Tables = Pick<Gds1SearchResponse, 'seg' | 'loc' | 'crr' | 'bnm'>;

/** The travellers in a search, ordered by public id; `key` is the same for the same travellers. */
export interface Gds1Party {
  key: string;
  codes: readonly Gds1PassengerCode[];
}

/** Returns a carrier's public airline. All responses share the table's entries. */
export const toAirline = memoizeByObject((carrier: Gds1Carrier, iataCode: string): Schema['Airline'] =>
  Object.freeze({ name: carrier.nam, iataCode, logoURL: carrier.lgo, conditionsOfCarriage: carrier.coc }),
);

/** Returns the public slice of a native leg, for the travellers of a search. */
export function toSlice(leg: Gds1Leg, { codes: party }: Gds1Party, tables: Gds1Tables): Slice {
  const fareName = tables.bnm[leg.brd] ?? null;
  const [firstCoupon, ...otherCoupons] = leg.cpn;
  const first = toSegment(firstCoupon, fareName, party, tables);
  const segments = [first, ...otherCoupons.map((coupon) => toSegment(coupon, fareName, party, tables))];
  const last = segments.at(-1) ?? first;
  const { terminal: _from, ...departure } = first.departure;
  const { terminal: _to, ...arrival } = last.arrival;
  return {
    fareName,
    departure,
    arrival,
    durationMinutes: minutesOf(leg.dur),
    conditions: {
      priorityCheckIn: leg.srv.pck === 'Y',
      priorityBoarding: leg.srv.pbd === 'Y',
      advanceSeatSelection: leg.srv.sel === 'Y',
    },
    segments,
  };
}

/** Returns a table entry. Throws if an offer refers to an entry missing from the response. */
export function entry<T>(table: Readonly<Record<string, T>>, key: string): T {
  const found = table[key];
  if (found === undefined) throw new Error(`gds-1 returned an offer that refers to "${key}", which no table lists`);
  return found;
}

function toSegment(
  coupon: Gds1Coupon,
  fareName: string | null,
  party: readonly Gds1PassengerCode[],
  tables: Gds1Tables,
): Segment {
  const flight = entry(tables.seg, coupon.ref);
  const amenities = toAmenities(coupon.eqt);
  return {
    fareName,
    departure: toDeparture(flight.dep, tables),
    arrival: toArrival(flight.arr, tables),
    airline: {
      operatingCarrier: toAirline(entry(tables.crr, flight.opr), flight.opr),
      marketingCarrier: toAirline(entry(tables.crr, flight.mkt), flight.mkt),
    },
    flightNumber: flight.num.replace(/^0+/, ''),
    durationMinutes: minutesOf(flight.dur),
    passengers: party.map((code) => ({ amenities, baggages: (coupon.bag[code] ?? []).map(toBaggage) })),
  };
}

function toDeparture({ apt, trm, dat, tim }: Gds1Stop, { loc }: Gds1Tables): Schema['SegmentDeparture'] {
  const { ctn, apn, tzn } = entry(loc, apt);
  return {
    iataCode: apt,
    cityName: ctn,
    airportName: apn,
    departingAt: localDateTime(dat, tim),
    timeZone: tzn,
    terminal: trm,
  };
}

function toArrival({ apt, trm, dat, tim }: Gds1Stop, { loc }: Gds1Tables): Schema['SegmentArrival'] {
  const { ctn, apn, tzn } = entry(loc, apt);
  return {
    iataCode: apt,
    cityName: ctn,
    airportName: apn,
    arrivingAt: localDateTime(dat, tim),
    timeZone: tzn,
    terminal: trm,
  };
}

type Amenities = Schema['SegmentPassenger']['amenities'];

/** The interface cannot express "unknown": it becomes `n/a`, and false for a boolean. */
function toAmenities({ wif, pwr, pit, lgr, sty }: Gds1Equipment): Amenities {
  return {
    wifi: WIFI[wif],
    seat: { pitch: pit === 0 ? 'n/a' : String(pit), legroom: LEGROOM[lgr], type: SEAT[sty] },
    power: pwr === 'Y',
  };
}

const WIFI: Readonly<Record<Gds1Equipment['wif'], Amenities['wifi']>> = {
  F: { cost: 'free', available: true },
  P: { cost: 'paid', available: true },
  B: { cost: 'free or paid', available: true },
  N: { cost: 'n/a', available: false },
  U: { cost: 'n/a', available: false },
};

const LEGROOM: Readonly<Record<Gds1Equipment['lgr'], Amenities['seat']['legroom']>> = {
  L: 'less',
  S: 'standard',
  M: 'more',
};

const SEAT: Readonly<Record<Gds1Equipment['sty'], Amenities['seat']['type']>> = {
  ST: 'standard',
  XL: 'extra_legroom',
  RC: 'recliner',
  AF: 'angle_flat',
  FF: 'full_flat',
  SU: 'private_suite',
};

/** `1PC23` is one checked 23 kg piece, `0PC` none, `1HC08` an 8 kg cabin piece. */
function toBaggage(allowance: string): Schema['SegmentPassenger']['baggages'][number] {
  const parts = /^(\d+)(PC|HC)(\d*)$/.exec(allowance);
  if (!parts) throw new Error(`gds-1 returned the baggage "${allowance}"; expected for example 1PC23`);
  const [, quantity, kind, kilograms] = parts;
  return {
    type: kind === 'PC' ? 'checked' : 'carry_on',
    quantity: Number(quantity),
    maxKg: kilograms ? String(Number(kilograms)) : null,
  };
}
