import { plain } from '../../report/text.ts';
import type { Trip } from '../trip.ts';

/**
 * Reads a booking's field as apps show it, and returns it in a statement's form. Throws RangeError with the expected
 * form if it cannot be read. An empty text is a missing field.
 */
export function readShown(field: string, shown: string, trip: Trip): string {
  const [read, form] = FIELDS[field] ?? [];
  const text = shown.trim();
  const value = read === undefined || text === '' ? text : read(text, trip);
  if (value === null) throw new RangeError(`the ${field} "${plain(text)}" cannot be read; write ${form}`);
  return value;
}

/** Reads an amount with a point or a comma before two decimals; a code or symbol may be next to it. */
function readPrice(shown: string): string | null {
  const [, amount = '', others = ''] = /^\D*?(\d[\d.,’'\s]*)(\D*)$/u.exec(shown) ?? [];
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount.trim()) ?? [];
  const isGrouped = /^\d{1,3}([.,’'\s]\d{3})+$/u.test(whole);
  // One separator before three digits is ambiguous: thousands or decimals.
  if (
    /\d/.test(others) ||
    (!/^\d+$/.test(whole) && !(isGrouped && (decimals !== '' || /[.,].*[.,]|[’'\s]/.test(whole))))
  )
    return null;
  return `${whole.replace(/\D/g, '')}${decimals && `.${decimals}`}`;
}

function readCurrency(shown: string): string | null {
  const code = shown.toUpperCase();
  return CODES.has(code) ? code : (SYMBOLS.get(shown) ?? null);
}

/** Reads a date and a time in any order. */
function readTime(shown: string, trip: Trip): string | null {
  if (ISO.test(shown)) return shown;
  const date = dateIn(shown, trip);
  const [, hours = '', minutes = '', half = ''] =
    /(?<![\d.:])(\d{1,2})[:.h](\d\d)(?![\d.])(?:\s*([ap])\.?m)?/i.exec(shown) ?? [];
  if (date === undefined || hours === '') return null;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? `${date}T${String(hour).padStart(2, '0')}:${minutes}` : null;
}

/** Reads a date. If day and month are ambiguous, prefers a date from the task. */
function dateIn(shown: string, { date, returnDate, travellers = [] }: Trip): string | undefined {
  const known = [date, returnDate, ...travellers.map(({ bornDate }) => bornDate)];
  const dates = datesIn(shown);
  return dates.find((one) => known.includes(one)) ?? dates[0];
}

/** Reads a date of birth. Two digits mean the latest year before the trip. */
function readBornDate(shown: string, trip: Trip): string | null {
  const date = dateIn(shown, trip);
  return (date !== undefined && date > trip.date ? date.replace(/^20/, '19') : date) ?? null;
}

/** Returns the possible dates, YYYY-MM-DD: readings with the day before the month come first. */
function datesIn(shown: string): string[] {
  const [, year, second, third] = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(shown) ?? [];
  if (year !== undefined) return toDate(year, second, third);
  const [, one, two, end] = /(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?!\d)/.exec(shown) ?? [];
  if (end !== undefined) return [...toDate(end, two, one), ...toDate(end, one, two)];
  const month = 1 + MONTHS.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(shown));
  const [, day] = /(?<![\d:.])(\d{1,2})(?:st|nd|rd|th)?(?![\d:.h])/.exec(shown) ?? [];
  return month === 0 ? [] : toDate(/\b\d{4}\b/.exec(shown)?.[0], String(month), day);
}

function toDate(year = '', month = '', day = ''): string[] {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) ? [] : [date];
}

/** Reads `Byron, Ada` and `BYRON/ADA MS` as a first and a last name. */
function readName(shown: string): string {
  const parts = shown.split(/[,/]/).map((part) => part.replace(TITLES, ' ').trim());
  return parts.toReversed().join(' ').trim();
}

/** Reads all fields of a booking. Throws like `readShown`. */
export function readTraveller(shown: Readonly<Record<string, string>>, trip: Trip): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).map(([field, text]) => [field, readShown(field, text, trip)]));
}

type ReadField = (shown: string, trip: Trip) => string | null;
const TIME = 'a date and a local time, as in 2027-03-15T11:30 or 15/03/2027 11:30';
/** Readers with the expected form. Ids are taken as they are. */
const FIELDS: Readonly<Record<string, readonly [ReadField, string]>> = {
  price: [readPrice, 'digits with the decimals, as in 23.04 or 8,52 €'],
  currency: [readCurrency, 'a code such as EUR, or a symbol such as €'],
  pickup: [readTime, TIME],
  departure: [readTime, TIME],
  return: [readTime, TIME],
  bornDate: [readBornDate, 'a date, as in 1990-03-15 or 15/03/1990'],
  document: [(shown) => shown.replace(/\s/g, '').toUpperCase(), ''],
  name: [readName, ''],
};
const ISO = /^\d{4}-\d\d-\d\d[T ](?:[01]\d|2[0-3]):[0-5]\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;
const TITLES = /(?:^|\s)(?:mrs?|ms|miss|dr)\.?(?=\s|$)/gi;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CODES = new Set(Intl.supportedValuesOf('currency'));
/** Codes by their symbols, which are unique in this locale. */
const SYMBOLS = new Map(
  [...CODES].map((code) => {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
    return [format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code, code] as const;
  }),
);
