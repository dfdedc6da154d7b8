import { isBoolean, isNumber, isRecord, isString, isText } from '../src/base/values/kinds.ts';
import type { Area } from '../src/check/verify/contract.ts';
import type { ValueCheck } from '../src/check/verify/expectations/offer-contract.ts';
import { named, offerContract, propertiesOf } from '../src/check/verify/expectations/offer-contract.ts';

const segments = '/offers/*/slices/*/segments/*';
const passengers = `${segments}/passengers/*`;

const area: Area = {
  name: 'segments of a slice',
  contracts: [
    offerContract('segment.fields.fare-name', 'a segment has a fareName', named(`${segments}/fareName`)),
    offerContract(
      'segment.fields.departure',
      'the departure of a segment has its six fields',
      ...propertiesOf(
        `${segments}/departure`,
        'iataCode',
        'cityName',
        'airportName',
        'departingAt',
        'timeZone',
        'terminal',
      ),
    ),
    offerContract(
      'segment.fields.arrival',
      'the arrival of a segment has its six fields',
      ...propertiesOf(
        `${segments}/arrival`,
        'iataCode',
        'cityName',
        'airportName',
        'arrivingAt',
        'timeZone',
        'terminal',
      ),
    ),
    offerContract(
      'segment.airline.operating-carrier',
      'the operatingCarrier of a segment has its four fields',
      ...carrier('operatingCarrier'),
    ),
    offerContract(
      'segment.airline.marketing-carrier',
      'the marketingCarrier of a segment has its four fields',
      ...carrier('marketingCarrier'),
    ),
    offerContract('segment.fields.flight-number', 'the flightNumber of a segment is a string', {
      at: `${segments}/flightNumber`,
      expected: 'a non-empty string',
      fits: isText,
    }),
    offerContract('segment.fields.duration-minutes', 'the durationMinutes of a segment is a number', {
      at: `${segments}/durationMinutes`,
      expected: 'a number',
      fits: isNumber,
    }),
    offerContract(
      'segment.fields.passengers',
      'the passengers of a segment have amenities and baggages',
      { at: `${segments}/passengers`, expected: 'a list of passengers', fits: Array.isArray },
      ...propertiesOf(passengers, 'amenities', 'baggages'),
      { at: `${passengers}/baggages`, expected: 'a list of baggages', fits: Array.isArray },
    ),
    offerContract(
      'segment.passengers.amenities.wifi',
      'a wifi amenity has cost and available',
      {
        at: `${passengers}/amenities/wifi`,
        expected: 'an object with cost and available',
        fits: isRecord,
        ifStated: true,
      },
      named(`${passengers}/amenities/wifi/cost`),
      { at: `${passengers}/amenities/wifi/available`, expected: 'true or false', fits: isBoolean },
    ),
    offerContract(
      'segment.passengers.amenities.seat',
      'a seat amenity has pitch, legroom and type',
      {
        at: `${passengers}/amenities/seat`,
        expected: 'an object with pitch, legroom and type',
        fits: isRecord,
        ifStated: true,
      },
      { at: `${passengers}/amenities/seat/pitch`, expected: 'a string', fits: isString },
      { at: `${passengers}/amenities/seat/legroom`, expected: 'a string', fits: isString },
      named(`${passengers}/amenities/seat/type`),
    ),
    offerContract('segment.passengers.amenities.power', 'the power amenity is a boolean', {
      at: `${passengers}/amenities/power`,
      expected: 'true or false',
      fits: isBoolean,
    }),
    offerContract('segment.passengers.baggages.type', 'a baggage entry has a type', {
      at: `${passengers}/baggages/*/type`,
      expected: 'a type, "checked" for example',
      fits: (value) => value !== undefined && value !== null && value !== '',
    }),
    offerContract('segment.passengers.baggages.quantity', 'the quantity of a baggage entry is a number', {
      at: `${passengers}/baggages/*/quantity`,
      expected: 'a number that is not negative',
      fits: (value) => isNumber(value) && value >= 0,
    }),
    offerContract('segment.passengers.baggages.max-kg', 'a stated maxKg is a string', {
      at: `${passengers}/baggages/*/maxKg`,
      expected: 'a string',
      fits: isString,
      ifStated: true,
    }),
  ],
};

export default area;

function carrier(name: string): ValueCheck[] {
  const airline = `${segments}/airline`;
  return [
    { at: airline, expected: `an object with ${name}`, fits: isRecord },
    ...propertiesOf(`${airline}/${name}`, 'name', 'iataCode', 'logoURL', 'conditionsOfCarriage'),
  ];
}
