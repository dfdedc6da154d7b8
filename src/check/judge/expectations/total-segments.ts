import { propertyOf } from '../../../base/values/property.ts';
import type { Fields } from './sent-body.ts';
import { entriesOf } from './sent-body.ts';

/** Names in a totalSegments entry (§2.5). */
const segmentFields = ['originCode', 'destinationCode', 'flightNumber', 'departureDate'] as const;
export type SegmentField = (typeof segmentFields)[number];
type Entry = Readonly<Partial<Record<SegmentField, unknown>>>;

/** The sent totalSegments next to the offer's segments. */
export interface Alignment {
  /** Each sent entry with its most similar segment. */
  pairs: readonly { at: number; sent: Entry; wanted: Entry }[];
  /** Segments without an entry. */
  missing: readonly Entry[];
  /** Indexes of entries without a segment. */
  extra: readonly number[];
  /** True if the entries are in segment order. */
  inOrder: boolean;
}

/** Returns the alignment; null if an order has no totalSegments, or its offer has no segments. */
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

/** Returns the documented entry for a segment. */
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

/** Returns the pair for an unchanged segment. */
function toPair(segment: Entry, at: number): Alignment['pairs'][number] {
  return { at, sent: segment, wanted: segment };
}

/** Returns the segment index for each entry, the most similar pairs first; -1 if no segment is similar. */
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
