import type { GdsEffect, RequiredFieldsEffect } from '../effects.ts';
import type { Values } from '../parameters.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'required-fields',
  group: 'offers',
  title: 'Offers ask for other fields',
  clientSees:
    'The parameters decide the required fields of the offers; all else is as usual. An order is refused for exactly ' +
    'these fields. Without parameters a document must have `expires_on` and need not have ' +
    '`issuing_country_code`.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.required-fields-payload' },
  rules: ['offer.fields.passenger-identity-documents-required', 'offer.fields.supported-passenger-id-documents'],
  parameters: {
    document: {
      kind: 'choice',
      of: ['usual', 'none', 'number', 'expiry', 'country', 'complete'],
      default: 'expiry',
      is: 'required fields of a document in addition to type and number',
    },
    nationality: {
      kind: 'choice',
      of: ['usual', 'asked', 'not-asked'],
      default: 'usual',
      is: 'true if the nationality is required',
    },
    holder: {
      kind: 'choice',
      of: ['usual', 'phone', 'email', 'both'],
      default: 'usual',
      is: 'required holder fields; gdsprovider 1 always requires both',
    },
    generic: {
      kind: 'choice',
      of: ['no', 'yes'],
      default: 'no',
      is: 'value of the flags without an order field; orders need nothing for them',
    },
    kinds: {
      kind: 'choice',
      of: ['usual', 'several'],
      default: 'usual',
      is: 'true if every offer accepts several kinds of documents',
    },
  },
  effects: (values) => ({ gds: { every: effectOf(values) } }),
} satisfies Scenario;

function effectOf(values: Values): GdsEffect {
  const { document, nationality, generic, kinds } = values;
  const lacking = DOCUMENT_FIELDS[String(document)];
  return {
    ...(document === 'none' && { documents: 'not-required' }),
    ...(lacking && { documents: 'required' }),
    ...(kinds === 'several' && { kinds }),
    fields: {
      ...(lacking && { document: lacking }),
      ...(nationality !== 'usual' && { nationality: nationality === 'asked' }),
      ...(generic === 'yes' && { generic: true }),
      ...holderOf(values),
    },
  };
}

const DOCUMENT_FIELDS: Readonly<Record<string, RequiredFieldsEffect['document']>> = {
  number: [],
  expiry: ['expires_on'],
  country: ['issuing_country_code'],
  complete: ['issuing_country_code', 'expires_on'],
};

function holderOf({ holder }: Values): RequiredFieldsEffect {
  if (holder === 'both') return { holder: ['phone', 'email'] };
  return holder === 'phone' || holder === 'email' ? { holder: [holder] } : {};
}
