import { describe, expect, it } from 'vitest';
import { found, order, ordered, segments } from '../support/flight-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

const [first, second] = segments;

describe('the totalSegments of an order', () => {
  it('keep every rule if they match the offer', () => {
    const { broken, verdict } = judged(segments);
    expect(broken).toEqual([]);
    for (const rule of ['when-needed', 'complete', 'origin-code', 'departure-date'])
      expect(verdict(`flight-order.total-segments.${rule}`).verdict).toBe('kept');
  });

  it.each<[string, string, object[]]>([
    ['without the second segment', 'complete', [first]],
    ['without the first segment', 'complete', [second]],
    ['with one segment twice', 'complete', [first, first]],
    ['with a segment more', 'complete', [first, second, second]],
    ['with another origin', 'origin-code', [first, { ...second, originCode: 'MAD' }]],
    ['with another destination', 'destination-code', [{ ...first, destinationCode: 'LON' }, second]],
    ['with the airline before the number', 'flight-number', [{ ...first, flightNumber: 'IB3166' }, second]],
    ['with a number for a text', 'flight-number', [{ ...first, flightNumber: 3166 }, second]],
    ['with a zone', 'departure-date', [{ ...first, departureDate: '2027-03-15T10:00:00Z' }, second]],
    ['with a date alone', 'departure-date', [first, { ...second, departureDate: '2027-03-15' }]],
    ['without a date', 'departure-date', [first, { ...second, departureDate: undefined }]],
  ])('%s break one rule', (_fault, rule, totalSegments) => {
    expect(judged(totalSegments).broken).toEqual([`flight-order.total-segments.${rule}`]);
  });

  it('segments in another order get a warning', () => {
    const { broken, warned } = judged([second, first]);
    expect({ broken, warned }).toEqual({
      broken: [],
      warned: ['flight-order.total-segments.complete: flight.total-segments-order'],
    });
  });

  it.each([undefined, []])(
    'an order with the segments %j leaves the rule of required segments undecided',
    (totalSegments) => {
      const { broken, verdict } = judged(totalSegments);
      expect(broken).toEqual([]);
      expect(verdict('flight-order.total-segments.when-needed')).toMatchObject({ verdict: 'undecided' });
      expect(verdict('flight-order.total-segments.complete').verdict).toBe('not met');
    },
  );

  it('segments of an unknown offer are undecided', () => {
    const { broken, verdict } = judgeSketches([ordered(order({ totalSegments: segments }))], 'it began before');
    expect(broken).toEqual([]);
    expect(verdict('flight-order.total-segments.flight-number').verdict).toBe('undecided');
  });
});

function judged(totalSegments: unknown) {
  return judgeSketches([found(), ordered(order({ totalSegments }))]);
}
