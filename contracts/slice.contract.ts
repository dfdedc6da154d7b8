import { isBoolean, isNumber, isRecord, isText } from '../src/base/values/kinds.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area } from '../src/check/verify/contract.ts';
import { fail } from '../src/check/verify/expectations/expect.ts';
import type { ValueCheck } from '../src/check/verify/expectations/offer-contract.ts';
import { findValues, named, offerContract, propertiesOf } from '../src/check/verify/expectations/offer-contract.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';

const slices = '/offers/*/slices/*';

const area: Area = {
  name: 'slices of an offer',
  contracts: [
    offerContract('slice.fields.fare-name', 'a slice has a fareName', named(`${slices}/fareName`)),
    offerContract(
      'slice.fields.departure',
      'the departure of a slice has its five fields',
      ...propertiesOf(`${slices}/departure`, 'iataCode', 'cityName', 'airportName', 'departingAt', 'timeZone'),
    ),
    offerContract(
      'slice.fields.arrival',
      'the arrival of a slice has its five fields',
      ...propertiesOf(`${slices}/arrival`, 'iataCode', 'cityName', 'airportName', 'arrivingAt', 'timeZone'),
    ),
    offerContract('slice.fields.duration-minutes', 'the durationMinutes of a slice is a number', {
      at: `${slices}/durationMinutes`,
      expected: 'a number',
      fits: isNumber,
    }),
    offerContract(
      'slice.conditions.priority-check-in',
      'the priorityCheckIn of a slice is a boolean',
      ...condition('priorityCheckIn'),
    ),
    offerContract(
      'slice.conditions.priority-boarding',
      'the priorityBoarding of a slice is a boolean',
      ...condition('priorityBoarding'),
    ),
    offerContract(
      'slice.conditions.advance-seat-selection',
      'the advanceSeatSelection of a slice is a boolean',
      ...condition('advanceSeatSelection'),
    ),
    offerContract(
      'slice.fields.segments',
      'a slice has at least one segment',
      {
        at: `${slices}/segments`,
        expected: 'a list with at least one segment',
        fits: (value) => Array.isArray(value) && value.length > 0,
      },
      { at: `${slices}/segments/*`, expected: 'a segment, which is an object', fits: isRecord },
    ),
    {
      title: 'the segments of a slice connect its departure and its arrival',
      rules: ['slice.fields.segments'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        const ends = findValues(await trial.sampleSearches(), slices)
          .flatMap((slice) => {
            const last = select(slice.value, '/segments/*').length - 1;
            return [
              { ...slice, end: 'departure', stop: '/segments/0/departure', names: ['iataCode', 'departingAt'] },
              { ...slice, end: 'arrival', stop: `/segments/${last}/arrival`, names: ['iataCode', 'arrivingAt'] },
            ].flatMap(({ names, ...at }) =>
              names.map((name) => ({
                ...at,
                stop: `${at.stop}/${name}`,
                ofSlice: select(at.value, `/${at.end}/${name}`)[0]?.value,
                ofSegment: select(at.value, `${at.stop}/${name}`)[0]?.value,
              })),
            );
          })
          .filter(({ ofSlice, ofSegment }) => isText(ofSlice) && isText(ofSegment))
          // Another notation may write the same time differently.
          .filter(({ ofSlice, ofSegment }) => String(ofSlice).length === String(ofSegment).length);
        if (ends.length === 0) throw new PreconditionNotMet('no slice states its departure or arrival');
        const wrong = ends.find(({ ofSlice, ofSegment }) => ofSlice !== ofSegment);
        if (wrong)
          fail(
            wrong.exchange,
            `${show(wrong.ofSlice)}, the ${wrong.end} of the slice`,
            show(wrong.ofSegment),
            wrong.pointer + wrong.stop,
          );
      },
    },
  ],
};

export default area;

function condition(name: string): ValueCheck[] {
  return [
    { at: `${slices}/conditions`, expected: `an object with ${name}`, fits: isRecord },
    { at: `${slices}/conditions/${name}`, expected: 'true or false', fits: isBoolean },
  ];
}
