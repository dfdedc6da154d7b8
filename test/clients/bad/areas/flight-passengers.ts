import { document, order, passenger, rename } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'changes-the-case-of-a-passenger-id',
    rule: 'flight-order.passengers.ids-match',
    breaks: 'It sends passenger ids in capitals.',
    client: passenger((first) => {
      first.id = first.id.toUpperCase();
    }),
  },
  {
    name: 'numbers-passengers-itself',
    rule: 'flight-order.passengers.ids-match',
    breaks: 'It sends passenger ids of its own.',
    client: order(({ passengers }) => {
      for (const [index, one] of passengers.entries()) one.id = `passenger-${index + 1}`;
    }),
  },
  {
    name: 'sends-an-empty-passenger-id',
    rule: 'flight-order.passengers.no-empty-ids',
    breaks: 'It sends an empty id for the first passenger.',
    client: passenger((first) => {
      first.id = '';
    }),
  },
  {
    name: 'sends-a-passenger-id-twice',
    rule: 'flight-order.passengers.no-duplicate-ids',
    breaks: 'It sends the first passenger twice.',
    client: order(({ passengers: [first, second] }) => {
      if (second) Object.assign(second, { id: first.id, type: first.type });
    }),
  },
  {
    name: 'leaves-a-passenger-out',
    rule: 'flight-order.passengers.none-missing',
    breaks: 'It orders for fewer passengers than it searched for.',
    client: order(({ passengers }) => {
      if (passengers.length > 1) passengers.pop();
    }),
  },
  {
    name: 'adds-a-passenger',
    rule: 'flight-order.passengers.no-extra',
    breaks: 'It adds a passenger to an offer.',
    client: order(({ passengers }) => {
      passengers.push({ ...passengers[0], id: '0_pax_9', firstName: 'Cora' });
    }),
  },
  {
    name: 'orders-a-child-as-an-adult',
    rule: 'flight-order.passengers.types-match',
    breaks: 'It orders all passengers as adults.',
    client: order(({ passengers }) => {
      for (const one of passengers) one.type = 'adult';
    }),
  },
  {
    name: 'sends-the-title-as-a-number',
    rule: 'flight-order.passengers.title',
    breaks: 'It sends its own number for a title.',
    client: passenger((first) => {
      first.title = 2;
    }),
  },
  {
    name: 'sends-name-for-first-name',
    rule: 'flight-order.passengers.first-name',
    breaks: 'It sends the first name under the name that required-fields has for it.',
    consequences: {
      'flight-order.mapping.name': 'required-fields asks for the name, and nothing is sent as firstName',
      'flight-order.original-price.rejected': 'no field of an order is called name',
    },
    client: passenger((first) => rename(first, 'firstName', 'name')),
  },
  {
    name: 'sends-the-last-name-as-a-list',
    rule: 'flight-order.passengers.last-name',
    breaks: 'It sends two last names as a list.',
    client: passenger((first) => {
      first.lastName = ['Byron', 'King'];
    }),
  },
  {
    name: 'sends-the-gender-as-a-number',
    rule: 'flight-order.passengers.gender',
    breaks: 'It sends the number that ISO 5218 has for a gender.',
    client: passenger((first) => {
      first.gender = 2;
    }),
  },
  {
    name: 'sends-a-birth-date-day-first',
    rule: 'flight-order.passengers.born-date',
    breaks: 'It sends the date of birth as its users write it.',
    client: passenger((first) => {
      first.bornDate = '10/12/1990';
    }),
  },
  {
    name: 'sends-a-word-for-an-email',
    rule: 'flight-order.passengers.email',
    breaks: 'It sends the unchecked text of the field for the e-mail address.',
    client: passenger((first) => {
      first.email = 'none';
    }),
  },
  {
    name: 'sends-a-national-phone-number',
    rule: 'flight-order.passengers.phone-number',
    breaks: 'It sends the phone number without the country.',
    client: passenger((first) => {
      first.phone_number = '612 345 678';
    }),
  },
  {
    name: 'sends-three-letters-for-a-country',
    rule: 'flight-order.passengers.country',
    breaks: 'It sends the nationality with three letters.',
    client: passenger((first) => {
      first.country = 'ESP';
    }),
  },
  {
    name: 'does-not-collect-the-national-id',
    rule: 'flight-order.passengers.national-id',
    breaks: 'It waits for a flag for the national id, though dni is among the allowed documents.',
    consequences: { 'flight-order.mapping.allowed-documents': 'it says the same of the required-fields response' },
    client: order(({ passengers }) => {
      for (const one of passengers) delete one.NationalID;
    }),
  },
  {
    name: 'sends-an-infant-id-as-a-number',
    rule: 'flight-order.passengers.infant-passenger-id',
    breaks: 'It sends the place of the infant in its list.',
    client: passenger((first) => {
      if ('infant_passenger_id' in first) first.infant_passenger_id = 2;
    }),
  },
  {
    name: 'names-an-adult-as-the-infant',
    rule: 'flight-order.passengers.infant-passenger-id',
    level: 'warn',
    breaks: 'It sends the id of the adult as the id of the infant on its lap.',
    client: passenger((first) => {
      if ('infant_passenger_id' in first) first.infant_passenger_id = first.id;
    }),
  },
  {
    name: 'adds-the-day-of-issue-to-a-document',
    rule: 'flight-order.identity-documents.fields',
    breaks: 'It sends the day on which a document was issued, since required-fields has a flag for it.',
    client: document((one) => {
      one.issued_on = '2022-06-30';
    }),
  },
  {
    name: 'sends-the-month-of-expiry',
    rule: 'flight-order.identity-documents.expires-on',
    breaks: 'It sends the month in which a document expires, as for a card.',
    client: document((one) => {
      one.expires_on = '06/32';
    }),
  },
  {
    name: 'sends-no-documents',
    rule: 'flight-order.identity-documents.when-asked',
    breaks: 'It sends no identity documents, though the offer requires them.',
    client: order(({ passengers }) => {
      for (const one of passengers) delete one.identity_documents;
    }),
  },
  {
    name: 'calls-the-airline-of-an-account-airline',
    rule: 'flight-order.loyalty.fields',
    breaks: 'It sends the airline of a loyalty account under another name.',
    client: passenger(({ loyaltyProgrammeAccounts: accounts = [] }) => {
      for (const account of accounts) rename(account, 'airlineIataCode', 'airline');
    }),
  },
  {
    name: 'sends-an-account-of-another-airline',
    rule: 'flight-order.loyalty.only-supported',
    breaks: 'It sends every loyalty account that the passenger has.',
    client: passenger((first) => {
      first.loyaltyProgrammeAccounts = [{ airlineIataCode: 'QF', accountNumber: '123' }];
    }),
  },
] satisfies BadClient[];
