import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectEvery, fail, TRIES } from '../src/check/verify/expectations/expect.ts';
import { expectAcceptedWith, withPassenger } from '../src/check/verify/fixtures/flawed-requests.ts';
import { flightOrder, identityDocument, supportedDocuments } from '../src/check/verify/fixtures/flight-order.ts';
import type { OfferCriteria } from '../src/check/verify/fixtures/offers.ts';
import { inDocument, passengerPositions } from '../src/check/verify/fixtures/order-positions.ts';
import type { Positions } from '../src/check/verify/fixtures/positions.ts';
import { expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import {
  allowedDocuments,
  readRequiredFields,
  requireRequiredField,
} from '../src/check/verify/fixtures/required-fields.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { textOf } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { FlightOrderRequest, Offer, Schema } from '../src/interface/api.ts';

const calls = ['searchFlights', 'getRequiredFields', 'createFlightOrder'] as const;

const area: Area = {
  name: 'flight order mapping',
  contracts: [
    // ── Mapping of required fields ─────────────────────────────────────────────────────────────────
    mapped('title', 'title', 'title'),
    mapped('type', 'type', 'type'),
    mapped('name', 'name', 'firstName'),
    mapped('last-name', 'lastName', 'lastName'),
    mapped('gender', 'gender', 'gender'),
    mapped('born-date', 'bornDate', 'bornDate'),
    mapped('nationality', 'nationality', 'country', { documents: true }),
    mapped('phone', 'phone', 'phone_number'),
    mapped('email', 'email', 'email'),
    mappedToDocument('document-identifier', 'documentIdentifier', 'unique_identifier'),
    mappedToDocument('document-expires-at', 'documentExpiresAt', 'expires_on'),
    mappedToDocument('document-country-code', 'documentCountryCode', 'issuing_country_code'),
    {
      title: 'a document of a type outside allowedDocuments is refused if required-fields requires documentType',
      rules: ['flight-order.mapping.document-type'],
      calls,
      async check(trial) {
        let other = '';
        const positions = passengerPositions({ documents: true }, async (own, offer, passenger) => {
          const { value } = await requireRequiredField(own, offer, 'documentType', passenger);
          other = unlistedIn(select(value, `/passengers/${passenger}/allowedDocuments/*`).map((one) => one.value));
        });
        const [refusal] = await expectRefusedAt(trial, 'an order', positions, {
          'a document of a type outside allowedDocuments': inDocument((document) => ({
            ...document,
            type: other,
          })),
        });
        warnUnlessRefusedWith(
          trial,
          'flight.identity-documents-when-asked',
          refusal,
          400,
          'identity_document_not_supported',
        );
      },
    },

    // ── Fields not required ────────────────────────────────────────────────────────────────────────
    unrequired('nationality', 'nationality', 'country'),
    unrequired('document-identifier', 'documentIdentifier', 'identity_documents'),

    // ── Allowed documents ──────────────────────────────────────────────────────────────────────────
    {
      title: 'documents of all types in allowedDocuments are accepted',
      rules: ['flight-order.mapping.allowed-documents'],
      calls,
      atEnd: true,
      async check(trial) {
        const tried = new Set<string>();
        for (let made = 0; made < TRIES; made++) {
          const offer = await trial.offer({ that: takesDocuments });
          const allowed = await allowedDocuments(trial, offer);
          if (!tried.has(allowed.join())) await expectAllowedTaken(trial, offer, allowed);
          tried.add(allowed.join());
        }
      },
    },
    {
      title: 'a dni is accepted as an identity document if allowedDocuments has it',
      rules: ['flight-order.mapping.allowed-documents'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ dni: true });
        await expectAllowedTaken(trial, offer, await allowedDocuments(trial, offer), 'dni');
      },
    },
    {
      title: 'an order without NationalID is refused if allowedDocuments has dni',
      rules: ['flight-order.passengers.national-id', 'flight-order.mapping.allowed-documents'],
      calls,
      async check(trial) {
        const positions = passengerPositions({ dni: true }, async (own, offer) => {
          const allowed = await allowedDocuments(own, offer);
          if (!allowed.includes('dni'))
            throw new PreconditionNotMet(
              `needs an offer with dni among its allowed documents, which are ${show(allowed)}`,
            );
        });
        const [refusal] = await expectRefusedAt(trial, 'an order', positions, {
          'no NationalID, when dni is allowed': without('NationalID'),
        });
        warnUnlessRefusedWith(trial, 'flight.national-id', refusal, 400, 'national_id_required');
      },
    },

    // ── Holder ─────────────────────────────────────────────────────────────────────────────────────
    {
      title: 'an order of gdsprovider 1 is accepted without any field for the holder',
      rules: [
        'flight-order.mapping.holder-phone',
        'flight-order.mapping.holder-email',
        'flight-order.mapping.holder-country-code',
      ],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const offer = await trial.offer({ gdsprovider: 1 });
        const order = await trial.order(offer);
        if (isAccepted(order)) return;
        const { email, phone_number: phone } = flightOrder(offer).passengers[0] ?? {};
        const control = await trial.order(offer, {
          ...flightOrder(offer),
          holder: { email, phone, countryCode: 'GB' },
        });
        trial.requireSetup(control, 'needs an order that the target accepts', isAccepted(control));
        fail(
          order,
          'an order without a holder to be accepted, as its contact is that of the first passenger',
          `${describeOutcome(order)}; the same order with a holder is accepted`,
        );
      },
    },
    held(
      'holder-phone',
      "the holder's phone at the provider is that of the first passenger",
      'tel',
      ({ phone_number: phone }) => phone,
    ),
    held(
      'holder-email',
      "the holder's email at the provider is that of the first passenger",
      'eml',
      ({ email }) => email,
    ),
    // The first passenger has a British number and Spanish nationality.
    held(
      'holder-country-code',
      "the holder's country at the provider is that of the first passenger's phone number",
      'ctry',
      () => 'GB',
    ),

    // ── Fields never sent ──────────────────────────────────────────────────────────────────────────
    {
      title: 'an order without age, address, city, postalCode and documentIssuedAt is accepted',
      rules: ['flight-order.mapping.generic-flags'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const offer = await trial.offer();
        const order = await trial.order(offer);
        if (isAccepted(order)) return;
        const control = await trial.order(offer, withGenericFields(offer));
        trial.requireSetup(control, 'needs an order that the target accepts', isAccepted(control));
        fail(
          order,
          `an order without ${Object.keys(GENERIC_FIELDS).join(', ')} to be accepted`,
          `${describeOutcome(order)}; the same order with them is accepted`,
        );
      },
    },
    {
      title: 'an order with age, address, city, postalCode or documentIssuedAt is refused for an unknown field',
      rules: ['flight-order.mapping.generic-flags'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        const offer = await trial.offer();
        const order = await trial.order(offer, withGenericFields(offer));
        // The document does not say whether a service refuses or ignores undocumented fields: an assumption does.
        warnUnlessRefusedWith(trial, 'service.unknown-fields', order, 400, 'non_whitelisted_field');
        if (isAccepted(order)) return;
        const control = await trial.order(offer);
        trial.requireSetup(control, 'the same order without such fields is refused too', isAccepted(control));
      },
    },
  ],
};

export default area;

/** Checks that an order needs `field` if required-fields has `flag`: refused without it, accepted with it. */
function mapped(rule: string, flag: string, field: keyof Passenger, criteria: OfferCriteria = {}): Contract {
  return {
    title: `an order without ${field} is refused if required-fields requires ${flag}`,
    rules: [`flight-order.mapping.${rule}`],
    calls,
    async check(trial) {
      const positions = askedPositions(criteria, flag);
      const refusals = await expectRefusedAt(trial, 'an order', positions, {
        [`no ${field}, when required-fields requires ${flag}`]: without(field),
      });
      warnUnlessNamed(trial, refusals, field);
    },
  };
}

/** Checks that an order can omit a field if its offer does not require it. Throws PreconditionNotMet without one. */
function unrequired(rule: string, flag: string, field: keyof Passenger): Contract {
  return {
    title: `an order without ${field} is accepted if ${flag} is not in the required fields`,
    rules: [`flight-order.mapping.${rule}`],
    calls,
    async check(trial) {
      for (const gdsprovider of [0, 1]) {
        const offer = await trial.offer({ gdsprovider, documents: false });
        const read = trial.requireSetup(
          await readRequiredFields(trial, offer),
          'needs the required fields of an offer',
        );
        const flags = select(read.value, `/passengers/*/${flag}`).map(({ value }) => value);
        if (flags.length === 0 || flags.some((value) => value !== false)) continue;
        const plain = flightOrder(offer);
        return expectAcceptedWith(
          trial,
          offer,
          `no ${field}, as ${flag} is not in the required fields,`,
          withPassenger(plain, 0, { [field]: undefined }),
          plain,
        );
      }
      throw new PreconditionNotMet(`needs an offer without ${flag} in its required fields`);
    },
  };
}

function mappedToDocument(rule: string, flag: string, field: keyof Schema['IdentityDocument']): Contract {
  return {
    title: `a document without ${field} is refused if required-fields requires ${flag}`,
    rules: [`flight-order.mapping.${rule}`],
    calls,
    async check(trial) {
      const positions = askedPositions({ documents: true }, flag);
      const refusals = await expectRefusedAt(trial, 'an order', positions, {
        [`no ${field} in a document, when required-fields requires ${flag}`]: inDocument((document) => ({
          ...document,
          [field]: undefined,
        })),
      });
      warnUnlessNamed(trial, refusals, field);
    },
  };
}

/** Checks that the provider's record of an order for two has the first passenger's value, not the second's. */
function held(rule: string, title: string, nativeName: string, wanted: (first: Passenger) => string): Contract {
  return {
    title,
    rules: [`flight-order.mapping.${rule}`],
    calls: ['searchFlights', 'createFlightOrder'],
    async check(trial) {
      if (trial.target.sandboxUrl === null)
        throw new PreconditionNotMet("needs the provider's record of an order, which only a sandbox shows");
      const offer = await trial.offer({ gdsprovider: 1, types: ['adult', 'adult'] });
      const body = flightOrder(offer);
      const order = trial.requireSetup(await trial.order(offer, body), 'needs an order of gdsprovider 1 for two');
      const record = await trial.orderRecord(String(select(order.value, '/orderId')[0]?.value));
      const [first] = body.passengers;
      if (!first) throw new PreconditionNotMet('needs an offer with passengers');
      const expected = wanted(first);
      expectEvery(
        record,
        `/resource/providerRecord/request/hol/${nativeName}`,
        `${show(expected)}, from the first passenger`,
        (value) => value === expected,
      );
    },
  };
}

/**
 * Orders with one document for each allowed type, or only for the given type. If the target refuses the order, it must
 * accept one with the usual type: another rule covers documents in general. Throws PreconditionNotMet if no type is
 * allowed.
 */
async function expectAllowedTaken(
  trial: Trial,
  offer: Offer,
  allowed: readonly string[],
  wanted?: string,
): Promise<void> {
  if (allowed.length === 0 || (wanted && !allowed.includes(wanted)))
    throw new PreconditionNotMet(
      `needs an offer that allows documents${wanted ? ` of type ${wanted}` : ''}; allowedDocuments are ` +
        `${show(allowed)}`,
    );
  const types = wanted ? [wanted] : allowed;
  const documents = types.map((type) => ({
    ...identityDocument(offer),
    type,
    ...(type === 'dni' && { unique_identifier: NATIONAL_ID }),
  }));
  await expectAcceptedWith(
    trial,
    offer,
    `documents of the types ${show(types)}, when allowedDocuments are ${show(allowed)},`,
    withDocuments(offer, documents),
    withDocuments(offer, [identityDocument(offer)]),
  );
}

/** Warns unless the refusal names the missing field. The form is assumed. */
function warnUnlessNamed(trial: Trial, refusals: readonly CheckedExchange[], field: string): void {
  const exchange = refusals.find((refusal) => !textOf(refusal).includes(field));
  if (exchange)
    trial.warn('flight.order-rejections', {
      expected: `the response to name the field ${field}`,
      actual: describeOutcome(exchange),
      pointer: '',
      exchange,
    });
}

/** Returns passenger positions in offers that require the field: one per provider, kind and currency. */
function askedPositions(criteria: OfferCriteria, flag: string): Positions<Passenger, Offer> {
  const [first, second, , held] = passengerPositions(criteria, (trial, offer, passenger) =>
    requireRequiredField(trial, offer, flag, passenger),
  );
  return [first, ...[second, held].filter((position) => position !== undefined)];
}

function without(field: keyof Passenger): (passenger: Passenger) => unknown {
  return (passenger) => ({ ...passenger, [field]: undefined });
}

/** Returns a documented type that is not allowed. Throws PreconditionNotMet if no type is allowed, or all are. */
function unlistedIn(allowed: readonly unknown[]): string {
  const other = DOCUMENT_TYPES.find((type) => !allowed.includes(type));
  if (allowed.length === 0 || !other)
    throw new PreconditionNotMet(
      `needs required fields with some of the known types in allowedDocuments, which are ${show(allowed)}`,
    );
  return other;
}

function withDocuments(offer: Offer, documents: readonly object[]): unknown {
  return withPassenger(flightOrder(offer), 0, { identity_documents: documents });
}

function withGenericFields(offer: Offer): unknown {
  return withPassenger(flightOrder(offer), 0, GENERIC_FIELDS);
}

function takesDocuments(offer: Offer): boolean {
  return supportedDocuments(offer).length > 0;
}

type Passenger = FlightOrderRequest['passengers'][number];

const DOCUMENT_TYPES: readonly Schema['IdentityDocumentType'][] = [
  'known_traveler_number',
  'tax_id',
  'dni',
  'passport',
];

/** National id with a valid check letter. */
const NATIONAL_ID = '00000000T';

const GENERIC_FIELDS = {
  age: 36,
  address: 'Calle Mayor 1',
  city: 'Madrid',
  postalCode: '28013',
  documentIssuedAt: '2020-01-01',
};
