import type { Request } from 'express';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import type { Unchecked } from '../order-plants.ts';
import { takeAs } from '../order-plants.ts';
import { alterRequests } from '../plants.ts';

/** Position that a service does not check, in words and as a condition on a passenger of an order. */
const places = {
  'of second passengers': ({ index }) => index > 0,
  'in orders of gdsprovider 1': ({ req }) => isOfProvider1(req),
  'in holds': ({ req }) => isHold(req),
  'in orders in dollars': ({ req }) => isInDollars(req),
} satisfies Record<string, (at: { req: Request; index: number }) => boolean>;
type PlaceName = keyof typeof places;

/** A flaw of a passenger: its rule, and what a service that overlooks it takes it for. */
const flaws: Readonly<Record<string, { rule: string; at: readonly PlaceName[]; overlook: (one: Unchecked) => void }>> =
  {
    titles: {
      rule: 'title',
      at: ['of second passengers', 'in holds'],
      overlook: mend('title', isNumber, 'mr'),
    },
    'first-names': {
      rule: 'first-name',
      at: ['of second passengers', 'in orders of gdsprovider 1'],
      overlook: (one) => takeAs(one, 'name', 'firstName'),
    },
    'last-names': {
      rule: 'last-name',
      at: ['in holds', 'in orders in dollars'],
      overlook: mend('lastName', isNumber, '1'),
    },
    genders: {
      rule: 'gender',
      at: ['of second passengers', 'in orders in dollars'],
      overlook: mend('gender', isNumber, 'f'),
    },
    'born-dates': {
      rule: 'born-date',
      at: ['of second passengers', 'in orders of gdsprovider 1'],
      overlook: mend('bornDate', (date) => !isDay(date), '1990-03-02'),
    },
    emails: {
      rule: 'email',
      at: ['of second passengers', 'in holds'],
      overlook: mend('email', (email) => !String(email).includes('@'), 'ada@example.com'),
    },
    'phone-numbers': {
      rule: 'phone-number',
      at: ['of second passengers', 'in orders of gdsprovider 1', 'in holds'],
      overlook: mend('phone_number', (phone) => !/^\+[1-9]\d{6,14}$/.test(String(phone)), '+442071838750'),
    },
    countries: {
      rule: 'country',
      at: ['of second passengers', 'in orders in dollars'],
      overlook: mend('country', (country) => ['ESP', 'Spain', 'ZZ'].includes(String(country)), 'ES'),
    },
  };

/** Single values that no flaw above has, each overlooked everywhere. */
const values: readonly { name: string; rule: string; breaks: string; overlook: (one: Unchecked) => void }[] = [
  {
    name: 'takes-31-april-for-a-born-date',
    rule: 'flight-order.passengers.born-date',
    breaks: 'Every month has 31 days for the bornDate of a passenger.',
    overlook: mend('bornDate', (date) => /-04-31$/.test(String(date)), '1990-05-01'),
  },
  {
    name: 'knows-no-common-years',
    rule: 'flight-order.passengers.born-date',
    breaks: 'A bornDate may be a 29 February in every year.',
    overlook: mend('bornDate', (date) => /-02-29$/.test(String(date)) && !isDay(date), '1990-03-01'),
  },
  {
    name: 'takes-phone-numbers-of-16-digits',
    rule: 'flight-order.passengers.phone-number',
    breaks: 'A phone_number may have 16 digits.',
    overlook: mend('phone_number', (phone) => /^\+\d{16}$/.test(String(phone)), '+442071838750'),
  },
  {
    name: 'takes-31-april-for-an-expires-on',
    rule: 'flight-order.identity-documents.expires-on',
    breaks: 'Every month has 31 days for the expires_on of a document.',
    overlook: inDocuments((document) => {
      document['expires_on'] = String(document['expires_on']).replace('-04-31', '-05-01');
    }),
  },
];

export default [
  ...Object.entries(flaws).flatMap(([name, { rule, at, overlook }]) =>
    at.map((place): Defect => ({
      name: `does-not-look-at-${name}-${place.replaceAll(' ', '-')}`,
      rule: `flight-order.passengers.${rule}`,
      breaks: `The ${name.replaceAll('-', ' ')} ${place} are not looked at.`,
      plant: overlooking(place, overlook),
    })),
  ),
  ...values.map(({ overlook, ...defect }): Defect => ({ ...defect, plant: overlooking(null, overlook) })),
  ...(['of second passengers', 'in holds'] as const).map((place): Defect => ({
    name: `does-not-look-at-document-names-${place.replaceAll(' ', '-')}`,
    rule: 'flight-order.identity-documents.fields',
    breaks: `The names of the fields of documents ${place} are not looked at.`,
    plant: overlooking(
      place,
      inDocuments((document) => {
        takeAs(document, 'documentType', 'type');
        takeAs(document, 'uniqueIdentifier', 'unique_identifier');
        takeAs(document, 'issuingCountryCode', 'issuing_country_code');
        takeAs(document, 'expiresOn', 'expires_on');
      }),
    ),
  })),
  {
    name: 'drops-user-ids-of-second-passengers',
    rule: 'flight-order.internal-user-ids',
    breaks: 'A user_id of the second passenger is dropped.',
    plant: overlooking('of second passengers', (one) => {
      delete one['user_id'];
    }),
  },
  {
    name: 'wants-names-in-ascii',
    refuses: true,
    rule: 'flight-order.passengers.first-name',
    breaks: 'A firstName with letters beyond ASCII is refused.',
    plant: overlooking(null, mend('firstName', isBeyondAscii, '')),
  },
  {
    name: 'takes-the-marks-off-names',
    rule: 'flight-order.passengers.last-name',
    breaks: 'The provider gets a lastName without its marks.',
    plant: overlooking(null, (one) => {
      if (isBeyondAscii(one['lastName']))
        one['lastName'] = String(one['lastName']).normalize('NFD').replace(/\p{M}/gu, '');
    }),
  },
] satisfies Defect[];

/** Changes the passengers of some orders before they are validated; those of every order where `place` is null. */
function overlooking(place: PlaceName | null, overlook: (passenger: Unchecked) => void): Plant {
  return alterRequests(['createFlightOrder'], (req) => {
    for (const [index, passenger] of req.body.passengers.entries())
      if (place === null || places[place]({ req, index })) overlook(passenger);
  });
}

function mend(field: string, isFlawed: (value: unknown) => boolean, value: unknown): (passenger: Unchecked) => void {
  return (passenger) => {
    if (field in passenger && isFlawed(passenger[field])) passenger[field] = value;
  };
}

function inDocuments(change: (document: Unchecked) => void): (passenger: Unchecked) => void {
  return ({ identity_documents: documents }) => {
    if (Array.isArray(documents)) documents.forEach(change);
  };
}

function isOfProvider1({ params }: Request): boolean {
  return params['gdsprovider'] === '1';
}

function isHold({ body }: Request): boolean {
  return body?.type === 'hold';
}

function isInDollars({ body }: Request): boolean {
  return body?.currency === 'USD';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isBeyondAscii(value: unknown): boolean {
  return /[^ -~]/.test(String(value));
}

function isDay(date: unknown): boolean {
  const day = new Date(`${String(date)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(String(date));
}
