import type { Holder } from '../../../src/flights/flight-provider.ts';
import type { FlightOrderRequest, Schema } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterEntries, alterOrders, alterPassengers, refuseOrders, refusePassengers } from '../order-plants.ts';
import { alterBodies, alterRequests, together } from '../plants.ts';

export default [
  optional('title', 'title', 'mr'),
  optional('type', 'type', 'adult'),
  optional('name', 'firstName', 'UNKNOWN'),
  optional('last-name', 'lastName', 'UNKNOWN'),
  optional('gender', 'gender', 'f'),
  optional('born-date', 'bornDate', '1990-01-01'),
  optional('nationality', 'country', 'ES'),
  optional('phone', 'phone_number', '+442071838750'),
  optional('email', 'email', 'unknown@example.com'),
  optionalInDocument('document-identifier', 'unique_identifier', 'UNKNOWN'),
  optionalInDocument('document-expires-at', 'expires_on', '2099-12-31'),
  optionalInDocument('document-country-code', 'issuing_country_code', 'ES'),
  {
    name: 'takes-documents-of-any-type',
    rule: 'flight-order.mapping.document-type',
    breaks: 'A document may be of a type that is not among allowedDocuments.',
    plant: alterOrders(({ passengers }, { source }) => {
      const [allowed] = source.fare.requirements.allowedDocuments;
      if (allowed)
        for (const document of passengers.flatMap(({ identity_documents: documents = [] }) => documents))
          document.type = allowed;
    }),
  },
  {
    name: 'allows-documents-that-orders-do-not-take',
    rule: 'flight-order.mapping.allowed-documents',
    breaks: 'allowedDocuments lists a type of document that an order is refused for.',
    plant: alterBodies(['getRequiredFields'], ({ passengers }: Schema['RequiredFieldsResponse']) => {
      for (const { allowedDocuments: allowed } of passengers) if (!allowed.includes('tax_id')) allowed.push('tax_id');
    }),
  },
  {
    name: 'does-not-take-a-dni-that-it-allows',
    refuses: true,
    rule: 'flight-order.mapping.allowed-documents',
    breaks: 'A document of type dni is refused, though allowedDocuments has it.',
    plant: refusePassengers('identity_document_not_supported', ({ identity_documents: documents = [] }) =>
      documents.some(({ type }) => type === 'dni'),
    ),
  },
  {
    name: 'does-not-collect-national-ids',
    rule: 'flight-order.passengers.national-id',
    breaks: 'An order without NationalID is accepted where dni is allowed.',
    alsoBreaks: ['flight-order.mapping.allowed-documents'],
    plant: alterOrders(({ passengers }) => {
      for (const passenger of passengers) passenger.NationalID ??= 'UNKNOWN';
    }),
  },
  {
    name: 'asks-for-a-holder',
    refuses: true,
    rule: 'flight-order.mapping.holder-phone',
    breaks: 'An order of gdsprovider 1 needs a holder in addition to its first passenger.',
    // The order that is refused lacks all of it.
    alsoBreaks: [
      'flight-order.mapping.holder-email',
      'flight-order.mapping.holder-country-code',
      'flight-order.path.gdsprovider-1-holder',
    ],
    plant: askForHolder(),
  },
  {
    name: 'calls-the-last-passenger',
    rule: 'flight-order.mapping.holder-phone',
    breaks: "The holder's phone is that of the last passenger.",
    plant: deriveHolder((holder, { passengers }) => ({ ...holder, phone: passengers.at(-1)?.phone_number ?? '' })),
  },
  {
    name: 'writes-to-the-last-passenger',
    rule: 'flight-order.mapping.holder-email',
    breaks: "The holder's email is that of the last passenger.",
    plant: deriveHolder((holder, { passengers }) => ({ ...holder, email: passengers.at(-1)?.email ?? '' })),
  },
  {
    name: 'writes-to-all-passengers',
    rule: 'flight-order.mapping.holder-email',
    breaks: "The holder's email is a list of all passengers' addresses.",
    plant: deriveHolder((holder, { passengers }) => ({
      ...holder,
      email: passengers.map(({ email }) => email).join(),
    })),
  },
  {
    name: 'takes-the-nationality-for-the-holders-country',
    rule: 'flight-order.mapping.holder-country-code',
    breaks: "The holder's country is the nationality of the first passenger, whatever the prefix of their phone.",
    plant: deriveHolder((holder, { passengers }) => ({
      ...holder,
      countryCode: passengers[0].country ?? holder.countryCode,
    })),
  },
  {
    name: 'asks-for-an-address',
    refuses: true,
    rule: 'flight-order.mapping.generic-flags',
    breaks: 'An order needs the address of its passengers.',
    plant: askForAddress(),
  },
] satisfies Defect[];

/** A check is skipped: what is missing is filled in. */
function optional(rule: string, field: string, filling: string): Defect {
  return {
    name: `does-not-insist-on-${rule}`,
    rule: `flight-order.mapping.${rule}`,
    breaks: `An order without ${field} is accepted.`,
    plant: alterPassengers((passenger) => {
      passenger[field] ??= filling;
    }),
  };
}

function optionalInDocument(rule: string, field: string, filling: string): Defect {
  return {
    name: `does-not-insist-on-${rule}`,
    rule: `flight-order.mapping.${rule}`,
    breaks: `An identity document without ${field} is accepted.`,
    plant: alterEntries('identity_documents', (document) => {
      document[field] ??= filling;
    }),
  };
}

function askForHolder(): Plant {
  const complete = new WeakSet<object>();
  return together(
    alterRequests(['createFlightOrder'], ({ body }) => {
      if (!body?.holder) return;
      delete body.holder;
      complete.add(body as object);
    }),
    refuseOrders('invalid_request', (order, { offer }) => offer.gdsprovider === 1 && !complete.has(order)),
  );
}

function askForAddress(): Plant {
  const complete = new WeakSet<object>();
  return together(
    alterPassengers((passenger) => {
      if (passenger['address']) complete.add(passenger);
      for (const name of ['age', 'address', 'city', 'postalCode', 'documentIssuedAt']) delete passenger[name];
    }),
    refusePassengers('invalid_request', (passenger) => !complete.has(passenger)),
  );
}

function deriveHolder(derive: (holder: Holder, order: FlightOrderRequest) => Holder): Plant {
  return {
    service(service) {
      const providers = service.flights.providers.map((provider): typeof provider => ({
        ...provider,
        book: (tracked, order, holder, situation) =>
          provider.book(tracked, order, holder && derive(holder, order), situation),
      }));
      service.flights = { ...service.flights, providers };
    },
  };
}
