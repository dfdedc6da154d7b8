import { identityDocument } from '../../../src/check/verify/fixtures/flight-order.ts';
import type { OrderPassenger } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import { HIDDEN_BY_ORDERS } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterEntries, alterOrders, alterPassengers, refusePassengers, takeAs } from '../order-plants.ts';

export default [
  {
    name: 'takes-a-number-for-a-title',
    rule: 'flight-order.passengers.title',
    breaks: 'A title may be the number of one in a list.',
    plant: alterField('title', (title) => (typeof title === 'number' ? 'mr' : title)),
  },
  {
    name: 'takes-name-for-first-name',
    rule: 'flight-order.passengers.first-name',
    breaks: 'An order takes name, as required-fields calls it, for firstName.',
    plant: alterPassengers((passenger) => takeAs(passenger, 'name', 'firstName')),
  },
  {
    name: 'takes-a-number-for-a-last-name',
    rule: 'flight-order.passengers.last-name',
    breaks: 'A lastName that is a number is made a string.',
    plant: alterField('lastName', (name) => (typeof name === 'number' ? String(name) : name)),
  },
  {
    name: 'takes-a-number-for-a-gender',
    rule: 'flight-order.passengers.gender',
    breaks: 'A gender may be 0 or 1.',
    plant: alterField('gender', (gender) => (typeof gender === 'number' ? 'mf'[gender] : gender)),
  },
  {
    name: 'takes-a-born-date-in-another-notation',
    rule: 'flight-order.passengers.born-date',
    breaks: 'A bornDate may be written 01/02/1990.',
    plant: alterField('bornDate', readSlashes),
  },
  {
    name: 'takes-a-born-date-that-does-not-exist',
    rule: 'flight-order.passengers.born-date',
    breaks: 'Of a bornDate only the notation is looked at, so that it may be a 30th of February.',
    plant: alterField('bornDate', rollOver),
  },
  {
    name: 'takes-any-text-for-an-email',
    rule: 'flight-order.passengers.email',
    breaks: 'An email need have no @.',
    plant: alterField('email', (email) => (String(email).includes('@') ? email : 'traveller@example.com')),
  },
  {
    name: 'takes-a-phone-number-without-its-plus',
    rule: 'flight-order.passengers.phone-number',
    breaks: 'A phone_number may lack its plus.',
    plant: alterField('phone_number', (phone) => String(phone).replace(/^(?=\d)/, '+')),
  },
  {
    name: 'takes-a-phone-number-with-spaces',
    rule: 'flight-order.passengers.phone-number',
    breaks: 'A phone_number may have spaces.',
    plant: alterField('phone_number', (phone) => String(phone).replaceAll(' ', '')),
  },
  {
    name: 'takes-a-word-for-a-phone-number',
    rule: 'flight-order.passengers.phone-number',
    breaks: 'A phone_number without any digit is taken for one that is not known.',
    plant: alterField('phone_number', (phone) => (/\d/.test(String(phone)) ? phone : '+442071838750')),
  },
  {
    name: 'takes-a-country-of-three-letters',
    rule: 'flight-order.passengers.country',
    breaks: 'A country may be a 3-letter code.',
    plant: alterField('country', (country) => (country === 'ESP' ? 'ES' : country)),
  },
  {
    name: 'takes-the-name-of-a-country',
    rule: 'flight-order.passengers.country',
    breaks: 'A country may be given by its name.',
    plant: alterField('country', (country) => (country === 'Spain' ? 'ES' : country)),
  },
  {
    name: 'takes-a-country-that-there-is-not',
    rule: 'flight-order.passengers.country',
    breaks: 'A country may be any two letters.',
    plant: alterField('country', (country) => (country === 'ZZ' ? 'ES' : country)),
  },
  {
    name: 'takes-a-number-for-an-infant',
    rule: 'flight-order.passengers.infant-passenger-id',
    breaks: 'An infant_passenger_id may be the number of the infant among the passengers.',
    plant: alterPassengers((passenger, passengers) => {
      if (typeof passenger['infant_passenger_id'] === 'number')
        passenger['infant_passenger_id'] = passengers[passenger['infant_passenger_id'] - 1]?.['id'];
    }),
  },

  {
    name: 'takes-no-document-under-the-documented-names',
    refuses: true,
    rule: 'flight-order.identity-documents.fields',
    breaks: 'An identity document is refused under its documented names.',
    plant: refusePassengers('invalid_request', ({ identity_documents: documents = [] }) => documents.length > 0),
  },
  ...[
    ['type', 'documentType', 'takes-document-type-for-type'],
    ['unique_identifier', 'uniqueIdentifier', 'takes-camel-case-for-unique-identifier'],
    ['issuing_country_code', 'issuingCountryCode', 'takes-camel-case-for-issuing-country-code'],
    ['expires_on', 'expiresOn', 'takes-camel-case-for-expires-on'],
  ].map(([documented, alias, name]) => ({
    name: name,
    rule: 'flight-order.identity-documents.fields',
    breaks: `An identity document may have ${alias} in place of ${documented}.`,
    plant: alterEntries('identity_documents', (document) => takeAs(document, alias, documented)),
  })),
  {
    name: 'takes-an-expires-on-in-another-notation',
    rule: 'flight-order.identity-documents.expires-on',
    breaks: 'An expires_on may be written 30/06/2032.',
    plant: alterEntries('identity_documents', (document) => {
      document['expires_on'] = readSlashes(document['expires_on']);
    }),
  },
  {
    name: 'takes-an-expires-on-that-does-not-exist',
    rule: 'flight-order.identity-documents.expires-on',
    breaks: 'Of an expires_on only the notation is looked at, so that it may be a 30th of February.',
    plant: alterEntries('identity_documents', (document) => {
      document['expires_on'] = rollOver(document['expires_on']);
    }),
  },
  {
    name: 'does-not-insist-on-documents',
    rule: 'flight-order.identity-documents.when-asked',
    breaks: 'An order without identity documents is accepted where the offer requires them.',
    plant: takeForComplete((documents) => documents === undefined),
  },
  {
    name: 'takes-an-empty-list-for-documents',
    rule: 'flight-order.identity-documents.when-asked',
    breaks: 'An empty list of identity documents is accepted where the offer requires them.',
    plant: takeForComplete((documents) => documents?.length === 0),
  },
  {
    name: 'insists-on-documents-that-nothing-asks-for',
    refuses: true,
    rule: 'flight-order.identity-documents.when-asked',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'Every order needs identity documents, though neither the offer nor its required fields ask for them.',
    plant: refusePassengers(
      'identity_document_required',
      ({ identity_documents: documents = [] }) => documents.length === 0,
    ),
  },

  {
    name: 'takes-no-loyalty-accounts',
    refuses: true,
    rule: 'flight-order.loyalty.fields',
    breaks: 'A loyalty account is refused under its documented names.',
    plant: refusePassengers('invalid_request', ({ loyaltyProgrammeAccounts: accounts = [] }) => accounts.length > 0),
  },
  {
    name: 'takes-airline-for-airline-iata-code',
    rule: 'flight-order.loyalty.fields',
    breaks: 'A loyalty account may have airline in place of airlineIataCode.',
    plant: alterEntries('loyaltyProgrammeAccounts', (account) => takeAs(account, 'airline', 'airlineIataCode')),
  },
  {
    name: 'takes-number-for-account-number',
    rule: 'flight-order.loyalty.fields',
    breaks: 'A loyalty account may have number in place of accountNumber.',
    plant: alterEntries('loyaltyProgrammeAccounts', (account) => takeAs(account, 'number', 'accountNumber')),
  },
  {
    name: 'drops-accounts-of-other-airlines',
    rule: 'flight-order.loyalty.only-supported',
    breaks: 'A loyalty account of an airline that the offer does not list is dropped without a word.',
    plant: alterOrders(({ passengers }, { offer }) => {
      for (const passenger of passengers) {
        const { loyaltyProgrammeAccounts: accounts = [] } = passenger;
        passenger.loyaltyProgrammeAccounts = accounts.filter(({ airlineIataCode }) =>
          offer.supportedLoyaltyPrograms.includes(airlineIataCode),
        );
      }
    }),
  },
] satisfies Defect[] as Defect[];

function alterField(field: keyof OrderPassenger, read: (value: unknown) => unknown): Plant {
  return alterPassengers((passenger) => {
    if (passenger[field] !== undefined) passenger[field] = read(passenger[field]);
  });
}

/** `1990-02-01` of 01/02/1990. */
function readSlashes(date: unknown): unknown {
  return typeof date === 'string' ? date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1') : date;
}

function rollOver(date: unknown): unknown {
  return typeof date === 'string' ? date.replace(/-02-(29|30|31)$/, '-03-02') : date;
}

function takeForComplete(lacking: (documents: OrderPassenger['identity_documents']) => boolean): Plant {
  return alterOrders(({ passengers }, { offer }) => {
    if (!offer.passengerIdentityDocumentsRequired) return;
    for (const [index, passenger] of passengers.entries())
      if (lacking(passenger.identity_documents))
        passenger.identity_documents = [{ ...identityDocument(offer), unique_identifier: `MADEUP${index}` }];
  });
}
