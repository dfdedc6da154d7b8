import type { Schema, Segment, Slice } from '../../api.ts';
import { memoizeByObject } from '../../cache/memoize-by-object.ts';
import type {
  Gds1Carrier,
  Gds1Coupon,
  Gds1Equipment,
  Gds1Leg,
  Gds1PassengerCode,
  Gds1SearchResponse,
  Gds1Stop,
} from '../../mock-providers/gds-1/native.ts';
import { localDateTime, minutesOf } from './gds-1-notation.ts';

/** The tables of a search response that its offers refer to. */
export type Gds1Tables = Pick<Gds1SearchResponse, 'seg' | 'loc' | 'crr' | 'bnm'>;

/** The travellers of a search in the order of their public ids; `key` is the same for the same travellers. */
export interface Gds1Party {
  key: string;
  codes: readonly Gds1PassengerCode[];
}

/** The public airline of a carrier, made once for each entry of the table. */
export const airlineOfGds1 = memoizeByObject((carrier: Gds1Carrier, iataCode: string): Schema['Airline'] =>
  Object.freeze({ name: carrier.nam, iataCode, logoURL: carrier.lgo, conditionsOfCarriage: carrier.coc }),
);

/** The public slice of a native leg, for the travellers of a search. */
export function sliceOfGds1(leg: Gds1Leg, { codes: party }: Gds1Party, tables: Gds1Tables): Slice {
  const fareName = tables.bnm[leg.brd] ?? null;
  const segments = leg.cpn.map((coupon) => segmentOf(coupon, fareName, party, tables));
  const { terminal: _from, ...departure } = segments[0]!.departure;
  const { terminal: _to, ...arrival } = segments.at(-1)!.arrival;
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

function segmentOf(
  coupon: Gds1Coupon,
  fareName: string | null,
  party: readonly Gds1PassengerCode[],
  tables: Gds1Tables,
): Segment {
  const flight = tables.seg[coupon.ref]!;
  const amenities = amenitiesOf(coupon.eqt);
  return {
    fareName,
    departure: departureOf(flight.dep, tables),
    arrival: arrivalOf(flight.arr, tables),
    airline: {
      operatingCarrier: airlineOfGds1(tables.crr[flight.opr]!, flight.opr),
      marketingCarrier: airlineOfGds1(tables.crr[flight.mkt]!, flight.mkt),
    },
    flightNumber: flight.num.replace(/^0+/, ''),
    durationMinutes: minutesOf(flight.dur),
    passengers: party.map((code) => ({ amenities, baggages: (coupon.bag[code] ?? []).map(baggageOf) })),
  };
}

function departureOf({ apt, trm, dat, tim }: Gds1Stop, { loc }: Gds1Tables): Schema['SegmentDeparture'] {
  const { ctn, apn, tzn } = loc[apt]!;
  return {
    iataCode: apt,
    cityName: ctn,
    airportName: apn,
    departingAt: localDateTime(dat, tim),
    timeZone: tzn,
    terminal: trm,
  };
}

function arrivalOf({ apt, trm, dat, tim }: Gds1Stop, { loc }: Gds1Tables): Schema['SegmentArrival'] {
  const { ctn, apn, tzn } = loc[apt]!;
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

/** The interface has no way to say "not known": it becomes `n/a`, and false for a boolean. */
function amenitiesOf({ wif, pwr, pit, lgr, sty }: Gds1Equipment): Amenities {
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

/** `1PC23` is one checked piece of 23 kg, `0PC` none, `1HC08` a cabin piece of 8 kg. */
function baggageOf(allowance: string): Schema['SegmentPassenger']['baggages'][number] {
  const parts = /^(\d+)(PC|HC)(\d*)$/.exec(allowance);
  if (!parts) throw new Error(`gds-1 gave the baggage "${allowance}"; expected for example 1PC23`);
  const [, quantity, kind, kilograms] = parts;
  return {
    type: kind === 'PC' ? 'checked' : 'carry_on',
    quantity: Number(quantity),
    maxKg: kilograms ? String(Number(kilograms)) : null,
  };
}
