import { propertyOf } from '../../../base/values/property.ts';
import type { Fields } from './sent-body.ts';
import { entriesOf } from './sent-body.ts';

/** The names of a totalSegments entry (§2.5). */
const segmentFields = ['originCode', 'destinationCode', 'flightNumber', 'departureDate'] as const;
export type SegmentField = (typeof segmentFields)[number];
type Entry = Readonly<Partial<Record<SegmentField, unknown>>>;

/** What was sent as totalSegments, next to what the offer has. */
export interface Alignment {
  /** Each entry that was sent with the segment that it is most like. */
  pairs: readonly { at: number; sent: Entry; wanted: Entry }[];
  /** Segments of the offer for which no entry is left. */
  missing: readonly Entry[];
  /** Places of entries for which no segment is left. */
  extra: readonly number[];
  /** Whether the entries are in the order of the segments. */
  inOrder: boolean;
}

/** Null where an order has no totalSegments, or its offer no segments. */
export function alignSegments(order: Fields, offer: Fields): Alignment | null {
  const sent = entriesOf(order['totalSegments']);
  const wanted = entriesOf(offer['slices']).flatMap(({ segments }) => entriesOf(segments).map(entryOf));
  if (sent.length === 0 || wanted.length === 0) return null;
  if (areSame(sent, wanted)) return { pairs: wanted.map(toPair), missing: NONE, extra: NONE, inOrder: true };
  const places = placesOf(sent, wanted);
  const taken = new Set(places);
  return {
    pairs: sent.flatMap((entry, at) => {
      const segment = wanted[places[at] ?? -1];
      return segment ? [{ at, sent: entry, wanted: segment }] : [];
    }),
    missing: wanted.filter((_, place) => !taken.has(place)),
    extra: places.flatMap((place, at) => (place === -1 ? [at] : [])),
    inOrder: places.every((place, at) => place === -1 || place >= Math.max(-1, ...places.slice(0, at))),
  };
}

/** An entry as the document has it built from a segment. */
function entryOf({ departure, arrival, flightNumber }: Fields): Entry {
  return {
    originCode: propertyOf(departure, 'iataCode'),
    destinationCode: propertyOf(arrival, 'iataCode'),
    flightNumber,
    departureDate: propertyOf(departure, 'departingAt'),
  };
}

function areSame(sent: readonly Entry[], wanted: readonly Entry[]): boolean {
  if (sent.length !== wanted.length) return false;
  for (let i = 0; i < sent.length; i++) {
    const [entry, segment] = [sent[i], wanted[i]];
    for (const name of segmentFields) if (entry?.[name] !== segment?.[name]) return false;
  }
  return true;
}

/** Of a segment that was sent as it is. */
function toPair(segment: Entry, at: number): Alignment['pairs'][number] {
  return { at, sent: segment, wanted: segment };
}

/** For each entry the place of its segment: the most alike pairs first, -1 for an entry that is like none left. */
function placesOf(sent: readonly Entry[], wanted: readonly Entry[]): number[] {
  const places = sent.map(() => -1);
  const pairs = sent.flatMap((entry, at) =>
    wanted.map((segment, place) => ({ at, place, like: likeness(entry, segment), same: Number(at === place) })),
  );
  for (const { at, place } of pairs
    .filter(({ like }) => like > 0)
    .toSorted((a, b) => b.like - a.like || b.same - a.same))
    if (places[at] === -1 && !places.includes(place)) places[at] = place;
  return places;
}

function likeness(entry: Entry, segment: Entry): number {
  return segmentFields.filter((name) => entry[name] === segment[name]).length;
}

const NONE: readonly never[] = [];
