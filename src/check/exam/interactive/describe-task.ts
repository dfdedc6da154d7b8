import type { Task } from '../situation.ts';
import type { Traveller, Trip } from '../trip.ts';

/** One thing to read in the app. */
export interface Question {
  /** Field of a stated traveller in the control API. */
  field: string;
  text: string;
}

/** Returns a person's steps with the app, after a new search. */
export function stepsOf(task: Task, { newTime }: Trip): string[] {
  if (task === 'order-flight') return ['Order this flight.'];
  if (task === 'hold-flight') return ['Hold this flight, without paying.'];
  return [
    'Book this transfer.',
    ...(newTime === null ? [] : [`Then change the pickup to ${newTime} on the same day.`]),
    ...(task === 'cancel-transfer' ? ['Then cancel it.'] : []),
  ];
}

/** Returns a trip's facts, each with its name. */
export function factsOf(trip: Trip): [name: string, fact: string][] {
  const { time, newTime, returnDate, travellers, orderType } = trip;
  const facts: [string, string | null | undefined][] = [
    ['From', trip.from],
    ['To', trip.to],
    ['Local date', trip.date],
    ['Local time', time],
    ['New local time', newTime],
    ['Local date of the flight back', returnDate],
    ...(travellers?.map((one, i): [string, string] => [`Traveller ${i + 1}`, describeTraveller(one)]) ?? [
      ['Traveller', `${trip.firstName} ${trip.lastName}`],
      ['Adults', `${trip.passengers}`],
    ]),
    ['Price', `at most ${trip.priceLimit} ${trip.currency}`],
    ['Order', orderType],
  ];
  return facts.flatMap(([name, fact]) => (fact ? [[name, fact]] : []));
}

/** Returns the questions about a booking, and those about each traveller. */
export function questionsOn(task: Task, { returnDate, travellers }: Trip): [Question[], ...Question[][]] {
  const time = task.endsWith('flight') ? 'departure' : 'pickup';
  return [
    [
      { field: 'id', text: 'Id of the reservation or order' },
      { field: 'price', text: 'Price, as in 23.04 or 8,52 €' },
      { field: 'currency', text: 'Currency, as in EUR or €' },
      { field: time, text: `Local ${time}, as in 25/01/2027 11:30` },
      ...(returnDate === undefined ? [] : [{ field: 'return', text: 'Local departure of the flight back' }]),
    ],
    ...(travellers?.map((_, i) => [
      { field: 'name', text: `Name of traveller ${i + 1}` },
      { field: 'bornDate', text: `Date of birth of traveller ${i + 1}` },
      { field: 'document', text: `Document number of traveller ${i + 1}` },
    ]) ?? [[{ field: 'name', text: 'Name of the traveller' }]]),
  ];
}

/** Returns the stated travellers by the groups in `questionsOn`: each states the booking too. */
export function toTravellers([booking = {}, ...each]: readonly Record<string, string>[]): Record<string, string>[] {
  const named = each.filter((one, i) => i === 0 || Object.values(one).some((text) => text !== ''));
  return named.map((one) => Object.fromEntries(Object.entries({ ...booking, ...one }).filter(([, text]) => text)));
}

function describeTraveller({ type, firstName, lastName, bornDate, passport, loyalty }: Traveller): string {
  const { number, issuingCountry, expiresOn } = passport;
  return [
    `${firstName} ${lastName}, ${type.replaceAll('_', ' ')}, born ${bornDate}`,
    `passport ${number} (${issuingCountry}, until ${expiresOn})`,
    ...(loyalty ? [`${loyalty.airlineIataCode} account ${loyalty.accountNumber}`] : []),
  ].join(', ');
}
