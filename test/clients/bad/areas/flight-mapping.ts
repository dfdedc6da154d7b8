import { document, order, passenger } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

/** Flag of required-fields, and its order field. */
const ASKED = [
  ['title', 'title'],
  ['name', 'firstName'],
  ['last-name', 'lastName'],
  ['gender', 'gender'],
  ['born-date', 'bornDate'],
  ['nationality', 'country'],
  ['phone', 'phone_number'],
  ['email', 'email'],
] as const;

export default [
  ...ASKED.map(([rule, name]) => ({
    name: `asks-only-the-first-passenger-for-${rule}`,
    rule: `flight-order.mapping.${rule}`,
    breaks: `It collects ${name} from the first passenger only.`,
    client: order(({ passengers: [, second] }) => {
      if (second) delete second[name];
    }),
  })),
  {
    name: 'leaves-the-type-out',
    rule: 'flight-order.mapping.type',
    breaks: 'It leaves the type of the passengers to the offer.',
    consequences: { 'flight-order.passengers.types-match': 'no type is not the type of the offer' },
    client: order(({ passengers: [, second] }) => {
      if (second) delete second.type;
    }),
  },
  {
    name: 'leaves-the-number-of-a-document-out',
    rule: 'flight-order.mapping.document-identifier',
    breaks: 'It sends documents without unique_identifier, though required-fields asks for it.',
    client: document((one) => {
      delete one.unique_identifier;
    }),
  },
  {
    name: 'sends-a-document-that-is-not-allowed',
    rule: 'flight-order.mapping.document-type',
    breaks: 'It sends a kind of document that is not among allowedDocuments.',
    consequences: { 'flight-order.mapping.allowed-documents': 'it says the same of the list' },
    client: document((one) => {
      one.type = 'tax_id';
    }),
  },
  {
    name: 'leaves-the-expiry-of-a-document-out',
    rule: 'flight-order.mapping.document-expires-at',
    breaks: 'It sends documents without expires_on, though required-fields asks for it.',
    client: document((one) => {
      delete one.expires_on;
    }),
  },
  {
    name: 'leaves-the-country-of-a-document-out',
    rule: 'flight-order.mapping.document-country-code',
    breaks: 'It sends documents without issuing_country_code, though required-fields asks for it.',
    client: document((one) => {
      delete one.issuing_country_code;
    }),
  },
  {
    name: 'calls-every-document-by-its-own-word',
    rule: 'flight-order.mapping.allowed-documents',
    breaks: 'It sends its own word for a kind of document.',
    consequences: { 'flight-order.mapping.document-type': 'it says the same of the type' },
    client: document((one) => {
      one.type = 'id_card';
    }),
  },
  {
    name: 'sends-the-phone-of-a-holder',
    rule: 'flight-order.mapping.holder-phone',
    breaks: 'It sends the phone number of the holder in a field of its own.',
    client: order((filled) => {
      filled.holder = { phone: '+34612345678' };
    }),
  },
  {
    name: 'sends-the-email-of-a-holder',
    rule: 'flight-order.mapping.holder-email',
    breaks: 'It sends the e-mail address of the holder in a field of its own.',
    client: order((filled) => {
      filled.holder = { email: 'ada@example.com' };
    }),
  },
  {
    name: 'sends-the-country-code-of-a-holder',
    rule: 'flight-order.mapping.holder-country-code',
    breaks: 'It sends the country code of the holder in a field of its own.',
    client: order((filled) => {
      filled.holder = { countryCode: '34' };
    }),
  },
  {
    name: 'sends-what-the-generic-flags-name',
    rule: 'flight-order.mapping.generic-flags',
    breaks: 'It sends the address of a passenger, since required-fields has flags for it.',
    scenario: 'required-fields(generic=yes)',
    client: passenger((first) => {
      first.address = 'Calle de Alcalá 42';
      first.city = 'Madrid';
      first.postalCode = '28014';
    }),
  },
] satisfies BadClient[];
