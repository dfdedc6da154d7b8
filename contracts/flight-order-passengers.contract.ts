import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectAcceptedWith, expectFlawsRefused, withPassenger } from '../src/check/verify/fixtures/flawed-orders.ts';
import { flightOrder, identityDocument, supportedDocuments } from '../src/check/verify/fixtures/flight-order.ts';
import { readRequiredFields } from '../src/check/verify/fixtures/required-fields.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { FlightOrderRequest, Offer } from '../src/interface/api.ts';

const calls = ['searchFlights', 'createFlightOrder'] as const;

const area: Area = {
  name: 'flight order passengers',
  contracts: [
    // ── What passengers say of themselves ──────────────────────────────────────────────────────────
    misshapen('title', 'title', 'a title that is a number is refused', [1]),
    {
      title: 'an order that calls the first name of a passenger "name" is refused',
      rules: ['flight-order.passengers.first-name'],
      calls,
      async check(trial) {
        const offer = await trial.offer();
        const valid = flightOrder(offer);
        await expectFlawsRefused(trial, offer, {
          'name in place of firstName': withPassenger(valid, 0, {
            firstName: undefined,
            name: valid.passengers[0]?.firstName,
          }),
        });
      },
    },
    misshapen('last-name', 'lastName', 'a lastName that is a number is refused', [1]),
    misshapen('gender', 'gender', 'a gender that is a number is refused', [1]),
    misshapen('born-date', 'bornDate', 'a bornDate in another notation or of a day that does not exist is refused', [
      '01/02/1990',
      '1990-02-30',
    ]),
    misshapen('email', 'email', 'an email that is not an email address is refused', ['ada.example.com']),
    misshapen('phone-number', 'phone_number', 'a phone_number without its plus, with spaces or in words is refused', [
      '442071838750',
      '+44 20 7183 8750',
      'none',
    ]),
    misshapen('country', 'country', 'a country that is not a 2-letter code of one is refused', ['ESP', 'Spain', 'ZZ']),
    {
      title: 'an infant_passenger_id that is a number is refused',
      rules: ['flight-order.passengers.infant-passenger-id'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ types: ['adult', 'infant_without_seat'] });
        const valid = flightOrder(offer);
        const carrier = valid.passengers.findIndex((passenger) => passenger.infant_passenger_id !== undefined);
        if (carrier === -1) throw new PreconditionNotMet('needs an offer for an adult and an infant_without_seat');
        // The number that might stand for the infant, as the second passenger.
        await expectFlawsRefused(trial, offer, {
          'the infant_passenger_id 2': withPassenger(valid, carrier, { infant_passenger_id: 2 }),
        });
      },
    },

    // ── Identity documents ─────────────────────────────────────────────────────────────────────────
    {
      title: 'an identity document with type, unique_identifier, issuing_country_code and expires_on is accepted',
      rules: ['flight-order.identity-documents.fields'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ documents: false, that: takesDocuments });
        const plain = flightOrder(offer);
        await expectAcceptedWith(
          trial,
          offer,
          'an identity document of these four names',
          withPassenger(plain, 0, { identity_documents: [identityDocument(offer)] }),
          plain,
        );
      },
    },
    {
      title: 'an order with another name in an identity document is refused',
      rules: ['flight-order.identity-documents.fields'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ documents: true });
        const renamed = {
          type: 'documentType',
          unique_identifier: 'uniqueIdentifier',
          issuing_country_code: 'issuingCountryCode',
          expires_on: 'expiresOn',
        };
        await expectFlawsRefused(
          trial,
          offer,
          Object.fromEntries(
            Object.entries(renamed).map(([name, other]) => [
              `${other} in place of ${name}`,
              withDocument(offer, ({ [name]: value, ...rest }) => ({ ...rest, [other]: value })),
            ]),
          ),
        );
      },
    },
    {
      title: 'an expires_on in another notation or of a day that does not exist is refused',
      rules: ['flight-order.identity-documents.expires-on'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ documents: true });
        const year = identityDocument(offer).expires_on?.slice(0, 4);
        await expectFlawsRefused(
          trial,
          offer,
          Object.fromEntries(
            [`30/06/${year}`, `${year}-02-30`].map((date) => [
              `the expires_on ${show(date)}`,
              withDocument(offer, (document) => ({ ...document, expires_on: date })),
            ]),
          ),
        );
      },
    },
    {
      title: 'an order without identity documents is refused where the offer requires them',
      rules: ['flight-order.identity-documents.when-asked'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ documents: true });
        const valid = flightOrder(offer);
        const refusals = await expectFlawsRefused(trial, offer, {
          'no identity_documents, which the offer requires,': withPassenger(valid, 0, {
            identity_documents: undefined,
          }),
          'an empty list of identity_documents, which the offer requires,': withPassenger(valid, 0, {
            identity_documents: [],
          }),
        });
        for (const refusal of refusals)
          warnUnlessRefusedWith(
            trial,
            'flight.identity-documents-when-asked',
            refusal,
            400,
            'identity_document_required',
          );
      },
    },
    {
      title:
        'an order without identity documents is accepted where neither the offer nor required-fields requires them',
      rules: ['flight-order.identity-documents.when-asked'],
      calls: [...calls, 'getRequiredFields'],
      async check(trial) {
        const offer = await trial.offer({ documents: false, that: takesDocuments });
        const fields = await readRequiredFields(trial, offer);
        if (asksForDocument(fields))
          throw new PreconditionNotMet(
            'needs an offer that neither itself nor in its required fields asks for documents',
          );
        const plain = flightOrder(offer);
        await expectAcceptedWith(
          trial,
          offer,
          'no identity documents, which nothing asks for,',
          plain,
          withPassenger(plain, 0, { identity_documents: [identityDocument(offer)] }),
        );
      },
    },

    // ── Loyalty accounts ───────────────────────────────────────────────────────────────────────────
    {
      title:
        'a loyalty account with airlineIataCode and accountNumber is accepted where the offer supports the airline',
      rules: ['flight-order.loyalty.fields'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ that: takesAccounts });
        await expectAcceptedWith(
          trial,
          offer,
          `an account of ${offer.supportedLoyaltyPrograms[0]}, which the offer supports,`,
          withAccount(offer),
        );
      },
    },
    {
      title: 'an order with another name in a loyalty account is refused',
      rules: ['flight-order.loyalty.fields'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ that: takesAccounts });
        await expectFlawsRefused(
          trial,
          offer,
          {
            'airline in place of airlineIataCode': withAccount(offer, {
              airlineIataCode: undefined,
              airline: offer.supportedLoyaltyPrograms[0],
            }),
            'number in place of accountNumber': withAccount(offer, {
              accountNumber: undefined,
              number: ACCOUNT_NUMBER,
            }),
          },
          withAccount(offer),
        );
      },
    },
    {
      title: 'a loyalty account of an airline that the offer does not list is refused',
      rules: ['flight-order.loyalty.only-supported'],
      calls,
      async check(trial) {
        const offer = await trial.offer({ that: takesAccounts });
        const unlisted = AIRLINES.find((code) => !offer.supportedLoyaltyPrograms.includes(code));
        if (unlisted === undefined)
          throw new PreconditionNotMet(`needs an offer that does not support all of ${AIRLINES.join(', ')}`);
        const [refusal] = await expectFlawsRefused(
          trial,
          offer,
          {
            [`an account of ${unlisted}, when the offer supports ${show(offer.supportedLoyaltyPrograms)},`]:
              withAccount(offer, { airlineIataCode: unlisted }),
          },
          withAccount(offer),
        );
        warnUnlessRefusedWith(trial, 'flight.loyalty-not-supported', refusal, 400, 'loyalty_program_not_supported');
      },
    },
  ],
};

export default area;

/** Each of these values in one field of the first passenger is refused, and the order without them accepted. */
function misshapen(
  rule: string,
  field: keyof FlightOrderRequest['passengers'][number],
  title: string,
  values: readonly unknown[],
): Contract {
  return {
    title,
    rules: [`flight-order.passengers.${rule}`],
    calls,
    async check(trial) {
      const offer = await trial.offer();
      const valid = flightOrder(offer);
      await expectFlawsRefused(
        trial,
        offer,
        Object.fromEntries(
          values.map((value) => [`the ${field} ${show(value)}`, withPassenger(valid, 0, { [field]: value })]),
        ),
      );
    },
  };
}

function withDocument(offer: Offer, change: (document: Record<string, unknown>) => object): unknown {
  return withPassenger(flightOrder(offer), 0, { identity_documents: [change({ ...identityDocument(offer) })] });
}

function withAccount(offer: Offer, changes: object = {}): unknown {
  const account = { airlineIataCode: offer.supportedLoyaltyPrograms[0], accountNumber: ACCOUNT_NUMBER, ...changes };
  return withPassenger(flightOrder(offer), 0, { loyaltyProgrammeAccounts: [account] });
}

function asksForDocument({ value: body }: CheckedExchange): boolean {
  return ['documentIdentifier', 'documentType', 'documentExpiresAt', 'documentCountryCode'].some((flag) =>
    select(body, `/passengers/*/${flag}`).some(({ value }) => value === true),
  );
}

function takesDocuments(offer: Offer): boolean {
  return supportedDocuments(offer).length > 0;
}

function takesAccounts(offer: Offer): boolean {
  const found = select(offer, '/supportedLoyaltyPrograms/*');
  return found.length > 0 && found.every(({ value }) => typeof value === 'string' && value !== '');
}

const ACCOUNT_NUMBER = '123456789';

/** More than any offer lists. */
const AIRLINES = ['QF', 'LH', 'IB', 'AF', 'AA', 'SQ', 'NH', 'TK', 'ET', 'LA', 'EK', 'QR'];
