import { toIso } from '../src/base/clock.ts';
import { select } from '../src/base/values/select.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import {
  expectAlwaysRefused,
  expectEvery,
  expectOfEach,
  fail,
  TRIES,
} from '../src/check/verify/expectations/expect.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import { flightOrder, segmentedOrder, withoutSegments } from '../src/check/verify/fixtures/flight-order.ts';
import type { Flaws } from '../src/check/verify/fixtures/positions.ts';
import { expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import type { SegmentAt } from '../src/check/verify/fixtures/segment-positions.ts';
import { hasSegments, segmentPositions, withSegment } from '../src/check/verify/fixtures/segment-positions.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isRefused } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { NotApplicable, PreconditionNotMet } from '../src/check/verify/verdict.ts';
import { segmentlessOrders } from '../src/check/verify/whole-run/orders.ts';
import type { Offer, Schema } from '../src/interface/api.ts';

const calls = ['searchFlights', 'createFlightOrder'] as const;

const area: Area = {
  name: 'flight order segments',
  contracts: [
    {
      title: 'an order without totalSegments is accepted in a flow that does not need segment metadata',
      rules: ['flight-order.total-segments.when-needed'],
      calls,
      async check(trial) {
        const flows = [await orderWithout(trial, 0), await orderWithout(trial, 1)] as const;
        if (flows.every(isRefused)) {
          fail(
            flows[0],
            'totalSegments to be required only if the flow needs it',
            `${describeOutcome(flows[0])}; under both providers an order with totalSegments is accepted, and ` +
              'one without refused',
          );
        }
        // The document does not say which flows need totalSegments.
        if (isRefused(flows[0]))
          trial.warn('flight.total-segments-providers', {
            expected: 'an order of gdsprovider 0 without totalSegments to be accepted',
            actual: describeOutcome(flows[0]),
            pointer: null,
            exchange: flows[0],
          });
        warnUnlessRefusedWith(trial, 'flight.total-segments-providers', flows[1], 400, 'total_segments_required');
      },
    },
    {
      title: 'a flow that needs segment metadata refuses every order of the run without them',
      rules: ['flight-order.total-segments.when-needed'],
      calls,
      atEnd: true,
      async check(trial) {
        const offer = await trial.offer({ gdsprovider: 1, that: hasSegments });
        for (let made = 0; made < TRIES; made++)
          if (isAccepted(await trial.order(offer, withoutSegments(offer)))) break;
        const flows = segmentlessOrders(trial.recording);
        if (flows.length === 0) throw new NotApplicable('no flow refuses orders without totalSegments');
        for (const orders of flows)
          expectOfEach(orders, (order) => {
            if (isAccepted(order))
              fail(
                order,
                'an order without totalSegments, which its flow needs, to be refused',
                describeOutcome(order),
              );
          });
      },
    },
    {
      title: 'an order without totalSegments is refused in a flow that needs segment metadata',
      rules: ['flight-order.total-segments.when-needed'],
      calls,
      scenarios: ['segments-required'],
      async check(trial) {
        const search = trial.requireSetup(
          await trial.searchFlights({}, { scenario: 'segments-required' }),
          'needs offers whose flow needs totalSegments',
        );
        const offer = select(search.value, '/offers/*')
          .map(({ value }) => value as Offer | null)
          .find((one) => one?.gdsprovider === 0);
        if (!offer || !hasSegments(offer))
          throw new PreconditionNotMet('needs an offer of gdsprovider 0 with segments');
        const refusal = await expectAlwaysRefused('an order with no totalSegments, which its flow needs,', () =>
          trial.order(offer, flightOrder(offer)),
        );
        requireAcceptedWithoutFlaw(trial, await trial.order(offer, segmentedOrder(offer)), 'the same order');
        warnUnlessRefusedWith(trial, 'flight.total-segments-providers', refusal, 400, 'total_segments_required');
      },
    },
    {
      title: 'an order with a segment missing in totalSegments is refused',
      rules: ['flight-order.total-segments.complete'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', segmentPositions(), {
          'totalSegments without this segment': ({ segments, at }) => ({ segments: segments.toSpliced(at, 1) }),
          'another segment twice in totalSegments in place of this one': ({ segments, at }) =>
            segments.length > 1
              ? { segments: segments.with(at, segments[at === 0 ? 1 : 0] as TotalSegment) }
              : undefined,
        });
      },
    },
    {
      title: 'an order with an additional entry in totalSegments is refused',
      rules: ['flight-order.total-segments.complete'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', segmentPositions(), {
          'this segment twice in totalSegments': ({ segments, at, segment }) => ({
            segments: segments.toSpliced(at, 0, segment),
          }),
          'an unknown entry at the end of totalSegments': ({ segments, segment }) => ({
            segments: [...segments, { ...segment, flightNumber: `${segment.flightNumber}9` }],
          }),
        });
      },
    },
    deviating('origin-code', 'another originCode than the segment', {
      'the originCode of the arrival': (segment) => ({ ...segment, originCode: segment.destinationCode }),
    }),
    deviating('destination-code', 'another destinationCode than the segment', {
      'the destinationCode of the departure': (segment) => ({ ...segment, destinationCode: segment.originCode }),
    }),
    deviating('flight-number', 'another flightNumber than the segment', {
      'another flightNumber': ({ flightNumber, ...segment }) => ({
        ...segment,
        flightNumber: flightNumber.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
      }),
    }),
    deviating('departure-date', 'a departureDate at another time, without time or with a zone', {
      'the departureDate of another minute': at(otherMinute),
      'a departureDate without time': at((date) => date.slice(0, 10)),
      'a departureDate with Z': at((date) => `${date}Z`),
      'a departureDate with an offset': at((date) => `${date}+01:00`),
    }),
    {
      title: 'the departingAt of every segment is a local date-time without zone',
      rules: ['flight-order.total-segments.departure-date'],
      calls,
      atEnd: true,
      async check(trial) {
        // The segment rules require totalSegments to be present.
        expectEvery(
          await trial.sampleSearches(),
          '/offers/*/slices/*/segments/*/departure/departingAt',
          'a local date-time without zone, YYYY-MM-DDThh:mm:ss',
          (value) => value === undefined || isLocalDateTime(value),
        );
      },
    },
  ],
};

export default area;

/** Expects a refusal for each order with one deviating totalSegments entry. */
function deviating(
  rule: string,
  flaw: string,
  deviations: Readonly<Record<string, (segment: TotalSegment) => TotalSegment>>,
): Contract {
  return {
    title: `an order whose totalSegments have ${flaw} is refused`,
    rules: [`flight-order.total-segments.${rule}`],
    calls,
    async check(trial) {
      const flaws = Object.entries(deviations).map(([words, deviate]): [string, Flaws<SegmentAt>[string]] => [
        `${words} in totalSegments`,
        (place) => withSegment(place, deviate(place.segment)),
      ]);
      await expectRefusedAt(trial, 'an order', segmentPositions(), Object.fromEntries(flaws));
    },
  };
}

function at(change: (date: string) => string): (segment: TotalSegment) => TotalSegment {
  return ({ departureDate, ...segment }) => ({ ...segment, departureDate: change(departureDate) });
}

/** Returns the response to an order without totalSegments. Throws PreconditionNotMet if another rule is broken. */
async function orderWithout(trial: Trial, gdsprovider: number): Promise<CheckedExchange> {
  const offer = await trial.offer({ gdsprovider, documents: false, that: hasSegments });
  const order = await trial.order(offer, withoutSegments(offer));
  if (isAccepted(order)) return order;
  requireAcceptedWithoutFlaw(trial, await trial.order(offer, segmentedOrder(offer)), 'the same order');
  return order;
}

/** Returns another minute in the same hour, so that a target which compares only hours or days fails too. */
function otherMinute(local: string): string {
  return local.replace(
    /^(.{14})(\d\d)/,
    (_, start: string, minutes: string) => start + String((Number(minutes) + 1) % 60).padStart(2, '0'),
  );
}

function isLocalDateTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value) && exists(value);
}

/** True for a real day and time. JavaScript turns 30 February into 1 March. */
function exists(local: string): boolean {
  const instant = Date.parse(`${local}Z`);
  return !Number.isNaN(instant) && toIso(instant).startsWith(local);
}

type TotalSegment = Schema['TotalSegment'];
