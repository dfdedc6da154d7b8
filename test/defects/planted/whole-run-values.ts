import type { Request } from 'express';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies } from '../plants.ts';
import type { Wire } from '../wire.ts';

/** The places of an offer by the rule that speaks of them. */
const PLACES: Readonly<Record<string, (offer: Wire) => Wire[]>> = {
  'slice.fields.departure': ({ slices }) => slices.map(({ departure }: Wire) => departure),
  'slice.fields.arrival': ({ slices }) => slices.map(({ arrival }: Wire) => arrival),
  'segment.fields.departure': (offer) => segmentsOf(offer).map(({ departure }) => departure),
  'segment.fields.arrival': (offer) => segmentsOf(offer).map(({ arrival }) => arrival),
};

/** The same for the carriers of a segment. */
const CARRIERS: Readonly<Record<string, (offer: Wire) => Wire[]>> = {
  'segment.airline.operating-carrier': (offer) => segmentsOf(offer).map(({ airline }) => airline.operatingCarrier),
  'segment.airline.marketing-carrier': (offer) => segmentsOf(offer).map(({ airline }) => airline.marketingCarrier),
};

export default [
  // ── Values that the service knows elsewhere ────────────────────────────────────────────────────────
  ...Object.entries(PLACES).map(([rule, placesOf], index) => {
    const name = ['cityName', 'airportName', 'timeZone'][index % 3] ?? '';
    return {
      name: `forgets-some-${kebab(name)}s-of-${rule.replaceAll('.', '-')}`,
      every: 11,
      rule,
      breaks: `Every eleventh place of ${rule} has null as its ${name}.`,
      plant: forgets(placesOf, name),
    };
  }),
  ...Object.entries(CARRIERS).map(([rule, carriersOf]) => ({
    name: `forgets-some-names-of-${rule.replaceAll('.', '-')}`,
    every: 11,
    rule,
    breaks: `Every eleventh carrier of ${rule} has no name.`,
    plant: forgets(carriersOf, 'name'),
  })),
  {
    name: 'forgets-some-names-of-airlines',
    every: 11,
    rule: 'offer.fields.airline',
    breaks: 'The airline of every eleventh offer has no name.',
    plant: forgets(({ airline }) => [airline], 'name'),
  },

  // ── Values that one kind of search lacks ───────────────────────────────────────────────────────────
  ...(
    [
      ['in-dollars', 'segment.fields.departure', 'departure', 'airportName', ({ currency }) => currency !== 'EUR'],
      ['of-round-trips', 'segment.fields.arrival', 'arrival', 'cityName', ({ slices }) => slices.length > 1],
      ['for-two', 'segment.fields.departure', 'departure', 'timeZone', ({ passengers }) => passengers.length > 1],
    ] as [string, string, string, string, (body: Wire) => boolean][]
  ).map(([which, rule, end, name, only]) => ({
    name: `says-no-${kebab(name)}-of-a-${end}-${which}`,
    rule,
    breaks: `The segments of searches ${which.replaceAll('-', ' ')} have null as the ${name} of their ${end}.`,
    plant: alterBodies(['searchFlights'], ({ offers }, { body }: Request) => {
      if (only(body)) for (const segment of offers.flatMap(segmentsOf)) segment[end][name] = null;
    }),
  })),
  {
    name: 'says-no-time-zone-in-spanish',
    rule: 'slice.fields.departure',
    alsoBreaks: Object.keys(PLACES).filter((rule) => rule !== 'slice.fields.departure'),
    breaks: 'No place of a search in Spanish has a time zone; the same airports have one in other languages.',
    plant: alterBodies(['searchFlights'], ({ offers }, { body }: Request) => {
      if (body.language !== 'es') return;
      for (const placesOf of Object.values(PLACES)) for (const place of offers.flatMap(placesOf)) place.timeZone = null;
    }),
  },
  {
    name: 'leaves-some-names-of-airports-blank',
    every: 11,
    rule: 'segment.fields.arrival',
    breaks: 'The airportName of every eleventh arrival of a segment is an empty string.',
    plant: forgets((offer) => segmentsOf(offer).map(({ arrival }) => arrival), 'airportName', ''),
  },
  ...(
    [
      ['offer.fields.airline', 'logoURL', ({ airline }) => [airline], ({ passengers }) => passengers.length > 1],
      ['segment.fields.fare-name', 'fareName', segmentsOf, ({ currency }) => currency !== 'EUR'],
      ['slice.fields.fare-name', 'fareName', ({ slices }) => slices, ({ slices }) => slices.length > 1],
    ] as [string, string, (offer: Wire) => Wire[], (body: Wire) => boolean][]
  ).map(([rule, name, partsOf, only]) => ({
    name: `knows-no-${kebab(name)}-of-some-searches-for-${rule.replaceAll('.', '-')}`,
    rule,
    breaks: `One kind of search has null as the ${name} of ${rule}, and the others have it.`,
    plant: alterBodies(['searchFlights'], ({ offers }, { body }: Request) => {
      for (const part of offers.flatMap(partsOf)) part[name] = only(body) ? null : (part[name] ?? 'known');
    }),
  })),
] satisfies Defect[] as Defect[];

/** Every eleventh of the parts loses a value. */
function forgets(partsOf: (offer: Wire) => Wire[], name: string, lost: null | '' = null): Plant {
  let count = 0;
  return alterBodies(['searchFlights'], ({ offers }) => {
    for (const part of offers.flatMap(partsOf)) if (++count % 11 === 0) part[name] = lost;
  });
}

function segmentsOf({ slices }: Wire): Wire[] {
  return slices.flatMap(({ segments }: Wire) => segments);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]+/g, (signs) => `-${signs.toLowerCase()}`);
}
