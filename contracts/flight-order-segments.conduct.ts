import { show } from '../src/base/values/show.ts';
import type { ConductArea, ConductCheck } from '../src/check/judge/conduct.ts';
import { fine, judgeEach } from '../src/check/judge/expectations/judge-each.ts';
import { entriesOf } from '../src/check/judge/expectations/sent-body.ts';
import type { SentOrder } from '../src/check/judge/expectations/sent-order.ts';
import { onOrder } from '../src/check/judge/expectations/sent-order.ts';
import type { Alignment, SegmentField } from '../src/check/judge/expectations/total-segments.ts';

const sees = ['createFlightOrder'] as const;
const occasion = 'an order with totalSegments';
const scenarios = ['segments-required'];

const area: ConductArea = {
  name: 'the segments of an order',
  checks: [
    {
      title: 'totalSegments is sent if the flow needs it',
      rules: ['flight-order.total-segments.when-needed'],
      sees,
      occasion: 'an order',
      wrong: 'They send no totalSegments, because the first flows in their tests do not need it.',
      right: 'Build totalSegments for every order: no response says which flow needs it.',
      scenarios,
      judge: onOrder((view, { fields: { totalSegments } }) => {
        if (entriesOf(totalSegments).length > 0) view.kept();
        else view.undecided('no response says which flow needs totalSegments, and the order has none');
      }),
    },
    {
      title: 'totalSegments has one entry for each segment of the offer',
      rules: ['flight-order.total-segments.complete'],
      sees,
      occasion,
      wrong: 'They build it only from the first slice or the first segment of each slice.',
      right: 'Go through every segment of every slice of the offer, in their order.',
      scenarios,
      judge: onSegments((view, { missing, extra, inOrder }, { tracked }) => {
        const before = tracked.exchange ? [tracked.exchange] : [];
        for (const segment of missing)
          view.broken({ expected: `an entry ${show(segment)}`, actual: 'none', pointer: '/totalSegments', before });
        for (const at of extra)
          view.broken({
            expected: 'only entries of segments',
            actual: 'one more',
            pointer: `/totalSegments/${at}`,
            before,
          });
        if (missing.length > 0 || extra.length > 0) return;
        if (inOrder) return view.kept();
        view.broken({
          expected: 'the order of the segments in the offer',
          actual: 'another order',
          pointer: '/totalSegments',
          before,
          assumption: 'flight.total-segments-order',
        });
      }),
    },
    field('origin-code', 'originCode', 'departure.iataCode', 'They send the origin of the whole slice.'),
    field('destination-code', 'destinationCode', 'arrival.iataCode', 'They send the destination of the whole slice.'),
    field('flight-number', 'flightNumber', 'flightNumber', 'They add or remove the code of the airline.'),
    field(
      'departure-date',
      'departureDate',
      'departure.departingAt',
      'They send only the date, or use a date library that adds a zone or converts to UTC.',
    ),
  ],
};

export default area;

function field(rule: string, name: SegmentField, source: string, wrong: string): ConductCheck {
  return {
    title: `${name} of a totalSegments entry is ${source} of its segment`,
    rules: [`flight-order.total-segments.${rule}`],
    sees,
    occasion,
    wrong,
    right: `Copy \`${source}\` of the segment unchanged.`,
    scenarios,
    judge: onSegments((view, { pairs }, { tracked }) => {
      judgeEach(view, pairs, ({ at, sent, wanted }) => {
        if (wanted[name] === undefined || sent[name] === wanted[name]) return fine;
        return {
          expected: show(wanted[name]),
          actual: show(sent[name]),
          pointer: `/totalSegments/${at}/${name}`,
          ...(tracked.exchange && { before: [tracked.exchange] }),
        };
      });
    }),
  };
}

/** Checks totalSegments if the client sends them. Undecided for an unknown offer. */
function onSegments(
  judge: (view: Parameters<ConductCheck['judge']>[0], segments: Alignment, order: SentOrder) => void,
): ConductCheck['judge'] {
  return onOrder((view, order) => {
    if (entriesOf(order.fields['totalSegments']).length === 0) return;
    if (order.segments) judge(view, order.segments, order);
    else view.undecided(order.tracked.unknown || 'the offer has no segments');
  });
}
