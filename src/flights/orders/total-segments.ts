import type { Schema, Segment } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { type OrderContext, refuse, violation } from './order-context.ts';
import { orderRequirements } from './requirements.ts';

type TotalSegment = Schema['TotalSegment'];

/**
 * Validates totalSegments against every segment of every slice of the offer, in their order (§2.5). They are required
 * if the flow needs them (§4.2 rule 7), and compared if the client sends them. An empty list counts as absent.
 */
export function checkTotalSegments({ request, tracked: { offer, source } }: OrderContext): void {
  const sent = request.totalSegments ?? [];
  const expected = offer.slices.flatMap(({ segments }) => segments.map(asTotalSegment));
  if (sent.length > 0) refuse('total_segments_mismatch', differences(sent, expected));
  else if (orderRequirements.totalSegments(source.fare.requirements)) {
    refuse('total_segments_required', [violation('/totalSegments', `must be given, with ${count(expected)}`)]);
  }
}

function asTotalSegment({ departure, arrival, flightNumber }: Segment): TotalSegment {
  return {
    originCode: departure.iataCode,
    destinationCode: arrival.iataCode,
    flightNumber,
    departureDate: departure.departingAt,
  };
}

function differences(sent: readonly TotalSegment[], expected: readonly TotalSegment[]): RefusalDetail[] {
  const [sentTexts, texts] = [sent.map(text), expected.map(text)];
  if (sentTexts.join() !== texts.join() && sentTexts.toSorted().join() === texts.toSorted().join())
    return [violation('/totalSegments', `must be in the order of the offer: ${texts.join('; ')}`)];
  return [
    ...sent.flatMap((entry, i) => {
      const segment = expected[i];
      return segment === undefined
        ? violation(`/totalSegments/${i}`, `must not be sent: the offer has ${count(expected)}, got ${text(entry)}`)
        : fieldDifferences(entry, segment, i);
    }),
    ...expected
      .slice(sent.length)
      .map((segment, i) => violation(`/totalSegments/${sent.length + i}`, `must be given: ${text(segment)}`)),
  ];
}

function fieldDifferences(entry: TotalSegment, segment: TotalSegment, i: number): RefusalDetail[] {
  return fields
    .filter((field) => entry[field] !== segment[field])
    .map((field) => violation(`/totalSegments/${i}/${field}`, `must be "${segment[field]}", got "${entry[field]}"`));
}

function text({ originCode, destinationCode, flightNumber, departureDate }: TotalSegment): string {
  return `${originCode} to ${destinationCode}, flight ${flightNumber}, ${departureDate}`;
}

function count(segments: readonly TotalSegment[]): string {
  return segments.length === 1 ? '1 segment' : `${segments.length} segments`;
}

const fields = ['originCode', 'destinationCode', 'flightNumber', 'departureDate'] as const;
