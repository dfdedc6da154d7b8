/**
 * The native payload of gds-1, in the manner of an older GDS: terse names, upper-case codes, money in minor units, a
 * header block, tables for the segments, places, carriers and brands in the offers.
 *
 * Compact forms: dates `15MAR26` (for persons and documents `31JAN1990`), times `0935`, durations `0725` (hours and
 * minutes, hours may exceed 24), flags `Y` and `N`. Flight dates and times are local to the place.
 */

/** Adult, child, infant on an adult's lap. */
export type Gds1PassengerCode = 'ADT' | 'CHD' | 'INF';
/** Economy, premium economy, business, first. */
export type Gds1CabinCode = 'Y' | 'W' | 'C' | 'F';
export type Gds1Language = 'EN' | 'ES' | 'ZH';
/** Passport, national identity card (the Spanish DNI). */
export type Gds1DocumentCode = 'PP' | 'NI';
export type Gds1Flag = 'Y' | 'N';

/** `{amt: 45610, dec: 2, cur: 'EUR'}` is 456.10 EUR. */
export interface Gds1Money {
  amt: number;
  dec: number;
  cur: string;
}

export interface Gds1Header {
  /** Always `PRD`, in every environment: it is not the service's live mode. */
  env: 'PRD';
  ver: string;
  /** Transaction number. */
  txn: string;
  /** Response time in UTC, to the minute: `21NOV26 0757`. */
  ts: string;
}

export interface Gds1SearchRequest {
  /** One journey part, or two for a round trip; airport or city codes, date `15MAR26`. */
  od: readonly { from: string; to: string; dt: string }[];
  pax: readonly Gds1PassengerCount[];
  cab: Gds1CabinCode;
  /** For city and brand names; `EN` by default. */
  lang?: Gds1Language;
}

export interface Gds1PassengerCount {
  ty: Gds1PassengerCode;
  qty: number;
}

export interface Gds1SearchResponse {
  hdr: Gds1Header;
  /**
   * The display: every flight on the route and day by its reference, `F1`, `F2` …, sold or not. The table and its
   * entries are shared between responses.
   */
  seg: Readonly<Record<string, Gds1Segment>>;
  /** Places by airport code: every place of `seg`. Entries are shared. */
  loc: Readonly<Record<string, Gds1Place>>;
  /** Carriers by code: every carrier of `seg` and of `ofs`. Entries are shared. */
  crr: Readonly<Record<string, Gds1Carrier>>;
  /** Brand names by brand code, in the request's language: `{LT: 'Light'}`. */
  bnm: Readonly<Record<string, string>>;
  ofs: readonly Gds1Offer[];
}

export interface Gds1Place {
  /** Airport name. */
  apn: string;
  /** City code and name; the name is in the request's language, if known. */
  cty: string;
  ctn: string;
  /** 2-letter ISO country code. */
  ctc: string;
  /** IANA time zone. */
  tzn: string;
}

export interface Gds1Carrier {
  nam: string;
  /** Logo address, if any. */
  lgo: string | null;
  /** Address of the carriage conditions, if any. */
  coc: string | null;
}

export interface Gds1Segment {
  /** Marketing and operating carrier codes. */
  mkt: string;
  opr: string;
  /** Marketing carrier's flight number, four digits: `0416`. */
  num: string;
  dep: Gds1Stop;
  arr: Gds1Stop;
  dur: string;
  /** Aircraft code. */
  eqp: string;
  /** Miles flown. */
  mil: number;
}

export interface Gds1Stop {
  /** Airport code, a key of `loc`. */
  apt: string;
  /** Terminal; null if unknown. */
  trm: string | null;
  /** `15MAR26` and `0935`, local. */
  dat: string;
  tim: string;
}

export interface Gds1Offer {
  oid: string;
  /** Offer lifetime in seconds, from this response on. */
  ttl: number;
  /** Validating carrier, a key of `crr`. */
  vcr: string;
  prc: Gds1Price;
  /** As in the request. */
  pax: readonly Gds1PassengerCount[];
  pen: Gds1Penalties;
  doc: {
    /** `Y`: one document for every passenger. */
    req: Gds1Flag;
    /** The accepted types; empty: no documents may be sent. */
    typ: readonly Gds1DocumentCode[];
  };
  /** Carriers with accepted frequent flyer numbers. */
  ffp: readonly string[];
  /** Grams of CO2 for all passengers together. */
  cog: number;
  legs: readonly Gds1Leg[];
}

/** Net, for the whole party; `fpt` has each passenger type's share, for one passenger, in the same units. */
export interface Gds1Price {
  tot: Gds1Money;
  fpt: readonly { ty: Gds1PassengerCode; amt: number }[];
}

/** Null: no information. */
export interface Gds1Penalties {
  /** Refund before departure. */
  rfd: Gds1Penalty | null;
  /** Change before departure. */
  chg: Gds1Penalty | null;
}

/** With `Y`: fee 0 is free, null is an unknown fee. With `N` the fee is null. */
export interface Gds1Penalty {
  alw: Gds1Flag;
  fee: Gds1Money | null;
}

/**
 * One journey direction. Legs are frozen and shared: the same object represents the same flights, date, brand, cabin,
 * `pax` (types, counts and order as requested) and language in every response while it is kept, its references always
 * mean the same segments, so it can be the key of a WeakMap.
 */
export interface Gds1Leg {
  /** Flights and layovers together. */
  dur: string;
  /** Brand code, a key of `bnm`. */
  brd: string;
  /** In flying order. */
  cpn: readonly [Gds1Coupon, ...Gds1Coupon[]];
  /** Priority check-in, priority boarding, seat selection. */
  srv: { pck: Gds1Flag; pbd: Gds1Flag; sel: Gds1Flag };
}

/** One segment as this leg sells it. */
export interface Gds1Coupon {
  /** A key of `seg`. */
  ref: string;
  cab: Gds1CabinCode;
  /** Booking class letter and fare basis. */
  rbd: string;
  fbc: string;
  /**
   * Baggage by passenger code. `1PC23`: one checked piece of 23 kg; `0PC`: none; `1HC08`: one cabin piece of 8 kg;
   * `1HC`: no limit published. Every requested passenger code has an entry.
   */
  bag: Readonly<Partial<Record<Gds1PassengerCode, readonly string[]>>>;
  eqt: Gds1Equipment;
}

export interface Gds1Equipment {
  /** Wireless network: free, paid, partly free, none, not known. */
  wif: 'F' | 'P' | 'B' | 'N' | 'U';
  /** Power at the seat; `U` not known. */
  pwr: Gds1Flag | 'U';
  /** Seat pitch in inches; 0 not known. */
  pit: number;
  /** Legroom: less, standard, more. */
  lgr: 'L' | 'S' | 'M';
  /** Seat: standard, extra legroom, recliner, angle flat, full flat, suite. */
  sty: 'ST' | 'XL' | 'RC' | 'AF' | 'FF' | 'SU';
}

export interface Gds1BookRequest {
  /** The offer's id. */
  oid: string;
  /** Person responsible for the booking; `tel` in E.164, `ctry` the telephone number's 2-letter country. */
  hol: Gds1Holder;
  pax: readonly Gds1BookPassenger[];
  /** The offer's total, unchanged. */
  tot: Gds1Money;
  /** The flights again, in flying order. */
  flt?: readonly { car: string; num: string; frm: string; dst: string; dat: string; tim: string }[];
}

export interface Gds1Holder {
  eml: string;
  tel: string;
  ctry: string;
}

export interface Gds1BookPassenger {
  /** 1, 2, … */
  pno: number;
  ty: Gds1PassengerCode;
  /** `MR`, `MS`, `MRS`, `MISS` */
  ttl: string;
  fnm: string;
  lnm: string;
  sex: 'M' | 'F';
  /** `31JAN1990` */
  dob: string;
  /** Nationality, 2-letter ISO country code. */
  nat?: string;
  /** National identity number. */
  nid?: string;
  /** For an adult with an infant on the lap: the infant's `pno`. */
  lap?: number;
  docs?: readonly Gds1BookDocument[];
  ffn?: readonly { car: string; mem: string }[];
}

export interface Gds1BookDocument {
  /** `PP` or `NI`; the mock accepts any other code unchanged. */
  dty: string;
  dno: string;
  /** Issuing country, 2-letter ISO code. */
  iss?: string;
  /** `31JAN2030` */
  exp?: string;
}

export interface Gds1BookResponse {
  hdr: Gds1Header;
  /** Record locator: six letters and digits. */
  pnr: string;
  /** `HK`: confirmed. */
  sta: 'HK';
  /** One ticket number for each passenger: `0752401234567`. */
  tkt: readonly string[];
  /** As sent. */
  oid: string;
  hol: Gds1Holder;
  pax: readonly Gds1BookPassenger[];
  tot: Gds1Money;
}

/** The native error body. */
export interface Gds1ErrorBody {
  hdr: Gds1Header;
  err: { cod: string; txt: string };
}
