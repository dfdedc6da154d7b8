import { toIso } from '../src/base/clock.ts';
import { select } from '../src/base/values/select.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectEvery, fail } from '../src/check/verify/expectations/expect.ts';
import { expectFlawsRefused, requireValidOrder } from '../src/check/verify/fixtures/flawed-orders.ts';
import { flightOrder, totalSegments } from '../src/check/verify/fixtures/flight-order.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isRefused } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { FlightOrderRequest, Offer, Schema } from '../src/interface/api.ts';

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
            'totalSegments to be required only where the flow needs it',
            `${describeOutcome(flows[0])}; under both providers an order with totalSegments is accepted, and ` +
              'one without refused',
          );
        }
        // Which flows need it, the document does not say.
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
        const [refusal] = await expectFlawsRefused(
          trial,
          offer,
          { 'no totalSegments, which its flow needs,': flightOrder(offer) },
          withSegments(offer, totalSegments(offer)),
        );
        warnUnlessRefusedWith(trial, 'flight.total-segments-providers', refusal, 400, 'total_segments_required');
      },
    },
    {
      title: 'an order whose totalSegments leave out a segment is refused',
      rules: ['flight-order.total-segments.complete'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ gdsprovider: 1, roundTrip: true, that: hasSegments });
        await expectSegmentFlawsRefused(trial, offer, {
          'totalSegments without the last segment, which is of the return slice,': (segments) => segments.slice(0, -1),
          'totalSegments without the first segment': (segments) => segments.slice(1),
        });
      },
    },
    deviating('origin-code', 'another originCode than the segment', (segment) => [
      { ...segment, originCode: segment.destinationCode },
    ]),
    deviating('destination-code', 'another destinationCode than the segment', (segment) => [
      { ...segment, destinationCode: segment.originCode },
    ]),
    deviating('flight-number', 'another flightNumber than the segment', (segment) => [
      { ...segment, flightNumber: segment.flightNumber.replace(/.$/, (last) => (last === '1' ? '2' : '1')) },
    ]),
    deviating('departure-date', 'a departureDate at another time, without time or with a zone', (segment) => {
      const { departureDate } = segment;
      return [
        otherMinute(departureDate),
        departureDate.slice(0, 10),
        `${departureDate}Z`,
        `${departureDate}+01:00`,
      ].map((altered) => ({ ...segment, departureDate: altered }));
    }),
    {
      title: 'the departingAt of every segment is a local date-time without zone',
      rules: ['flight-order.total-segments.departure-date'],
      calls,
      atEnd: true,
      async check(trial) {
        // That it is there at all is a matter of the segment.
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

/** An order that is valid except for the totalSegments of its first segment is refused, with each of the deviations. */
function deviating(rule: string, flaw: string, deviate: (segment: TotalSegment) => TotalSegment[]): Contract {
  return {
    title: `an order whose totalSegments have ${flaw} is refused`,
    rules: [`flight-order.total-segments.${rule}`],
    calls,
    async check(trial) {
      const offer = await trial.offer({ gdsprovider: 1, that: hasSegments });
      const [segment] = totalSegments(offer);
      if (!segment) throw new PreconditionNotMet('needs an offer with segments');
      const deviations = deviate(segment);
      await expectSegmentFlawsRefused(
        trial,
        offer,
        Object.fromEntries(
          deviations.map((deviation) => [
            `the totalSegments entry ${JSON.stringify(deviation)}`,
            ([, ...others]: TotalSegment[]) => [deviation, ...others],
          ]),
        ),
      );
    },
  };
}

/** Throws PreconditionNotMet where the flow accepts the order without totalSegments: it may ignore them. */
async function expectSegmentFlawsRefused(
  trial: Trial,
  offer: Offer,
  flaws: Readonly<Record<string, (segments: TotalSegment[]) => TotalSegment[]>>,
): Promise<void> {
  const segments = totalSegments(offer);
  const without = await trial.order(offer, { ...flightOrder(offer), totalSegments: undefined });
  if (!isRefused(without))
    throw new PreconditionNotMet(
      'needs a flow that needs segment metadata; gdsprovider 1 is assumed to have it, and an order without ' +
        `totalSegments returned ${describeOutcome(without)}`,
    );
  await expectFlawsRefused(
    trial,
    offer,
    Object.fromEntries(Object.entries(flaws).map(([words, flaw]) => [words, withSegments(offer, flaw(segments))])),
    withSegments(offer, segments),
  );
}

/** The response to an order without totalSegments. Throws PreconditionNotMet where it is refused for another reason. */
async function orderWithout(trial: Trial, gdsprovider: number): Promise<CheckedExchange> {
  const offer = await trial.offer({ gdsprovider, documents: false, that: hasSegments });
  const order = await trial.order(offer, { ...flightOrder(offer), totalSegments: undefined });
  if (isAccepted(order)) return order;
  requireValidOrder(trial, await trial.order(offer, withSegments(offer, totalSegments(offer))));
  return order;
}

function withSegments(offer: Offer, segments: TotalSegment[]): FlightOrderRequest {
  return { ...flightOrder(offer), totalSegments: segments };
}

function hasSegments(offer: Offer): boolean {
  const values = ['departure/iataCode', 'arrival/iataCode', 'flightNumber', 'departure/departingAt'].map((name) =>
    select(offer, `/slices/*/segments/*/${name}`),
  );
  const count = select(offer, '/slices/*/segments/*').length;
  return (
    count > 0 &&
    values.every(
      (found) => found.length === count && found.every(({ value }) => typeof value === 'string' && value !== ''),
    )
  );
}

/** The same hour, so that what is compared by the hour or the day is seen too. */
function otherMinute(local: string): string {
  return local.replace(
    /^(.{14})(\d\d)/,
    (_, start: string, minutes: string) => start + String((Number(minutes) + 1) % 60).padStart(2, '0'),
  );
}

function isLocalDateTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value) && exists(value);
}

/** A day and a time of the calendar: JavaScript makes the first of March of a 30th of February. */
function exists(local: string): boolean {
  const instant = Date.parse(`${local}Z`);
  return !Number.isNaN(instant) && toIso(instant).startsWith(local);
}

type TotalSegment = Schema['TotalSegment'];
