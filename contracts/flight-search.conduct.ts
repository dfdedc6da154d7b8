import { isCurrencyCode, isString, isText } from '../src/base/values/kinds.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea, ConductCheck } from '../src/check/judge/conduct.ts';
import { earliestToday } from '../src/check/judge/expectations/formats.ts';
import { isCalendarDate, isIataCode } from '../src/check/judge/expectations/formats.ts';
import { fine, judgeEach, none } from '../src/check/judge/expectations/judge-each.ts';
import { returnsToItsCities } from '../src/check/judge/expectations/round-trip.ts';
import type { Fields } from '../src/check/judge/expectations/sent-body.ts';
import { entriesOf, onFields } from '../src/check/judge/expectations/sent-body.ts';

const sees = ['searchFlights'] as const;
const occasion = 'a flight search';
const scenarios: readonly string[] = [];

const area: ConductArea = {
  name: 'flight searches',
  checks: [
    {
      title: 'a search has no query parameters',
      rules: ['flight-search.no-parameters'],
      sees,
      occasion,
      wrong: 'They send origin, currency or language in the query, some of them in addition to the body.',
      right: 'Send everything in the body. The `scenario` of the sandbox is not a parameter of the service.',
      scenarios,
      judge(view) {
        const { query } = view.exchange;
        const strange = query.length === 0 ? undefined : query.find(([name]) => name !== 'scenario');
        if (!strange) return view.kept();
        view.broken({ expected: 'no query', actual: `${strange[0]}=${strange[1]}` });
      },
    },
    {
      title: 'a search has one or two slices',
      rules: ['flight-search.slices.count'],
      sees,
      occasion,
      wrong: 'They send a trip with three flights as three slices, or an empty list.',
      right: 'Send one slice for a one-way trip and two for a round trip; search other trips separately.',
      scenarios,
      judge: onFields((view, { slices }) => {
        const count = Array.isArray(slices) ? slices.length : 0;
        if (count === 1 || count === 2) return view.kept();
        const actual = Array.isArray(slices) ? `${count}` : show(slices);
        view.broken({ expected: 'one slice or two', actual, pointer: '/slices' });
      }),
    },
    {
      title: 'the second slice returns to the origin of the first',
      rules: ['flight-search.slices.round-trip'],
      sees,
      occasion: 'a flight search with two slices',
      wrong: 'They send the same direction twice, or two legs of a longer journey.',
      right: 'Swap origin and destination of the first slice for the second one.',
      scenarios,
      judge: onFields((view, { slices }) => {
        if (!Array.isArray(slices) || slices.length !== 2) return;
        const [out, back] = entriesOf(slices);
        if (!out || !back || ![out, back].every((one) => isText(one['origin']) && isText(one['destination']))) return;
        if (back['origin'] === out['destination'] && back['destination'] === out['origin']) return view.kept();
        // A slice connects two cities, so a repeated origin or destination is in the wrong city.
        const isSameWay = back['origin'] === out['origin'] || back['destination'] === out['destination'];
        const cities = isSameWay ? 'no' : returnsToItsCities(view.exchange);
        if (cities === 'yes') return view.kept();
        if (cities === 'unknown')
          return view.undecided('nothing shows whether other airports belong to the same cities');
        view.broken({
          expected: `${show(out['destination'])} to ${show(out['origin'])}, or other airports of these cities`,
          actual: `${show(back['origin'])} to ${show(back['destination'])}`,
          pointer: '/slices/1',
          ...(cities === 'refused' && { assumption: 'flight.round-trip' }),
        });
      }),
    },
    place('origin'),
    place('destination'),
    {
      title: 'the departure_date of a slice is a calendar day, as YYYY-MM-DD',
      rules: ['flight-search.slices.departure-date.shape'],
      sees,
      occasion: 'a flight search with a slice',
      wrong: 'They send a date-time, a national notation, or a day such as 2027-02-30.',
      right: 'Send only the local date of departure, `2027-03-15`.',
      scenarios,
      judge: onFields((view, { slices }) => {
        judgeEach(view, entriesOf(slices), ({ departure_date: date }, i) => {
          if (isCalendarDate(date)) return fine;
          return {
            expected: 'a calendar day, as YYYY-MM-DD',
            actual: show(date),
            pointer: `/slices/${i}/departure_date`,
            ...(date === undefined && { assumption: 'flight.search-required-fields' }),
          };
        });
      }),
    },
    {
      title: 'the departure_date of a slice is not in the past',
      rules: ['flight-search.slices.departure-date.not-past'],
      sees,
      occasion: 'a flight search with a departure_date',
      wrong: 'They repeat a saved search, or compute the date in another time zone.',
      right: 'Use the current date at the place of departure as the earliest date.',
      scenarios,
      judge: onFields((view, { slices }) => {
        const { earliest: at } = view.exchange;
        if (!Number.isFinite(at)) return view.undecided('the recording does not show the time of the search');
        judgeEach(view, entriesOf(slices), ({ departure_date: date }, i) => {
          if (!isCalendarDate(date)) return none;
          if (date >= earliestToday(at)) return fine;
          return {
            expected: `${earliestToday(at)} or later: it is nowhere earlier`,
            actual: date,
            pointer: `/slices/${i}/departure_date`,
          };
        });
      }),
    },
    {
      title: 'a search has at least one adult',
      rules: ['flight-search.passengers.adult-required'],
      sees,
      occasion,
      wrong: 'They send `ADT`, ages or a number of travellers, or search only for children.',
      right: 'Send one entry for each traveller, at least one of them with `type` `adult`.',
      scenarios,
      judge: onFields((view, { passengers }) => {
        if (entriesOf(passengers).some(isAdult)) return view.kept();
        view.broken({ expected: 'a passenger of type adult', actual: show(passengers), pointer: '/passengers' });
      }),
    },
    {
      title: 'the cabin_class of a search is a string',
      rules: ['flight-search.cabin-class'],
      sees,
      occasion,
      wrong: 'They send a number, a list of cabins, or null for any cabin.',
      right: 'Send the name of one cabin, `economy`.',
      scenarios,
      judge: onFields((view, { cabin_class: cabin }) => {
        if (isString(cabin)) return view.kept();
        view.broken({
          expected: 'a string',
          actual: show(cabin),
          pointer: '/cabin_class',
          ...(cabin === undefined && { assumption: 'flight.search-required-fields' }),
        });
      }),
    },
    {
      title: 'the currency of a search is a currency code',
      rules: ['flight-search.currency'],
      sees,
      occasion: 'a flight search with a currency',
      wrong: 'They send the symbol, the name or the number of a currency.',
      right: 'Send the code of ISO 4217 in capitals, or omit it for EUR.',
      scenarios,
      judge: onFields((view, { currency }) => {
        if (currency === undefined) return;
        if (isCurrencyCode(currency)) return view.kept();
        view.broken({
          expected: 'a currency code of three capital letters',
          actual: show(currency),
          pointer: '/currency',
          ...(isText(currency) && isCurrencyCode(currency.toUpperCase()) && { assumption: 'flight.currencies' }),
        });
      }),
    },
  ],
};

export default area;

/** Checks a slice's start or end. */
function place(end: 'origin' | 'destination'): ConductCheck {
  return {
    title: `the ${end} of a slice is an IATA code`,
    rules: [`flight-search.slices.${end}`],
    sees,
    occasion: 'a flight search with a slice',
    wrong: 'They send the name of a city, an ICAO code, or an object of their own model.',
    right: 'Send the three-letter IATA code of the airport or the city, `MAD`.',
    scenarios,
    judge: onFields((view, { slices }) => {
      judgeEach(view, entriesOf(slices), (slice, i) => {
        const value = slice[end];
        if (isIataCode(value)) return fine;
        return {
          expected: 'the IATA code of an airport or a city, three capital letters',
          actual: show(value),
          pointer: `/slices/${i}/${end}`,
          ...(value === undefined && { assumption: 'flight.search-required-fields' }),
          ...(isText(value) && isIataCode(value.toUpperCase()) && { assumption: 'flight.unknown-iata-code' }),
        };
      });
    }),
  };
}

function isAdult({ type }: Fields): boolean {
  return type === 'adult';
}
