import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { fail } from '../src/check/verify/expectations/expect.ts';
import { commonYear } from '../src/check/verify/fixtures/dates.ts';
import { expectAcceptedWith, withPassenger } from '../src/check/verify/fixtures/flawed-requests.ts';
import { flightOrder, identityDocument, supportedDocuments } from '../src/check/verify/fixtures/flight-order.ts';
import {
  carrierPositions,
  inDocument,
  orderPositions,
  passengerPositions,
  withTraveller,
} from '../src/check/verify/fixtures/order-positions.ts';
import type { Positions } from '../src/check/verify/fixtures/positions.ts';
import { atEveryPosition, expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import { readRequiredFields } from '../src/check/verify/fixtures/required-fields.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { textOf } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { Offer, OrderPassenger, Schema } from '../src/interface/api.ts';

const calls = ['searchFlights', 'createFlightOrder'] as const;

const area: Area = {
  name: 'flight order passengers',
  contracts: [
    // ── Passenger data ─────────────────────────────────────────────────────────────────────────────
    misshapen('title', 'title', 'a title that is a number is refused', [1]),
    {
      title: 'an order that calls the first name of a passenger "name" is refused',
      rules: ['flight-order.passengers.first-name'],
      calls,
      async check(trial) {
        await expectRefusedAt(trial, 'an order', passengerPositions(), {
          'name in place of firstName': ({ firstName: name, ...passenger }) => ({ ...passenger, name }),
        });
      },
    },
    misshapen('last-name', 'lastName', 'a lastName that is a number is refused', [1]),
    named('first-name', 'firstName', 'Zoë'),
    named('last-name', 'lastName', 'Núñez-Strauß'),
    misshapen('gender', 'gender', 'a gender that is a number is refused', [1]),
    misshapen('born-date', 'bornDate', 'a bornDate in another notation or of an impossible day is refused', [
      '01/02/1990',
      '1990-02-30',
      '1990-04-31',
      '1990-02-29',
    ]),
    misshapen('email', 'email', 'an email that is not an email address is refused', ['ada.example.com']),
    misshapen(
      'phone-number',
      'phone_number',
      'a phone_number without its plus, with spaces, in words or of 16 digits is refused',
      ['442071838750', '+44 20 7183 8750', 'none', '+4420718387501234'],
    ),
    misshapen('country', 'country', 'a country that is not a 2-letter country code is refused', ['ESP', 'Spain', 'ZZ']),
    {
      title: 'an infant_passenger_id that is a number is refused',
      rules: ['flight-order.passengers.infant-passenger-id'],
      calls,
      async check(trial) {
        // Numbers that might identify the infant, as the second or the fourth passenger.
        await expectRefusedAt(trial, 'an order', carrierPositions(), {
          'the number of the infant for an infant_passenger_id': ({ passengers, at }) => {
            const infant = passengers.findIndex(({ id }) => id === passengers[at]?.infant_passenger_id);
            return withTraveller(passengers, at, { infant_passenger_id: infant + 1 });
          },
        });
      },
    },

    {
      title: 'empty lists are accepted if the lists are not required',
      rules: ['flight-order.identity-documents.when-asked'],
      calls,
      check: expectEmptyListsTaken,
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
        const renamed = {
          type: 'documentType',
          unique_identifier: 'uniqueIdentifier',
          issuing_country_code: 'issuingCountryCode',
          expires_on: 'expiresOn',
        };
        await expectRefusedAt(
          trial,
          'an order',
          passengerPositions({ documents: true }),
          Object.fromEntries(
            Object.entries(renamed).map(([name, other]) => [
              `${other} in place of ${name}`,
              inDocument(({ [name]: value, ...rest }) => ({ ...rest, [other]: value })),
            ]),
          ),
        );
      },
    },
    {
      title: 'an expires_on in another notation or of an impossible day is refused',
      rules: ['flight-order.identity-documents.expires-on'],
      calls,
      async check(trial) {
        const inYear = (dateOf: (year: number) => string) =>
          inDocument(({ expires_on: date, ...document }) => ({
            ...document,
            expires_on: dateOf(Number(String(date).slice(0, 4))),
          }));
        await expectRefusedAt(trial, 'an order', passengerPositions({ documents: true }), {
          'an expires_on written DD/MM/YYYY': inYear((year) => `30/06/${year}`),
          'an expires_on of 30 February': inYear((year) => `${year}-02-30`),
          'an expires_on of 31 April': inYear((year) => `${year}-04-31`),
          'an expires_on of 29 February of a common year': inYear((year) => `${commonYear(year)}-02-29`),
        });
      },
    },
    {
      title: 'an order without identity documents is refused if the offer requires them',
      rules: ['flight-order.identity-documents.when-asked'],
      calls,
      async check(trial) {
        const refusals = await expectRefusedAt(trial, 'an order', passengerPositions({ documents: true }), {
          'no identity_documents, which the offer requires': ({ identity_documents: _, ...passenger }) => passenger,
          'an empty list of identity_documents, which the offer requires': (passenger) => ({
            ...passenger,
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
      title: 'an order without identity documents is accepted if neither the offer nor required-fields requires them',
      rules: ['flight-order.identity-documents.when-asked'],
      calls: [...calls, 'getRequiredFields'],
      async check(trial) {
        const offer = await trial.offer({ documents: false, that: takesDocuments });
        const fields = await readRequiredFields(trial, offer);
        if (asksForDocument(fields)) throw new PreconditionNotMet('needs an offer without required documents');
        const plain = flightOrder(offer);
        await expectAcceptedWith(
          trial,
          offer,
          'no identity documents, which are not required,',
          plain,
          withPassenger(plain, 0, { identity_documents: [identityDocument(offer)] }),
        );
      },
    },

    // ── Loyalty accounts ───────────────────────────────────────────────────────────────────────────
    {
      title: 'a loyalty account with airlineIataCode and accountNumber is accepted if the offer supports the airline',
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
        await expectRefusedAt(trial, 'an order', accountPositions(), {
          'airline in place of airlineIataCode': inAccount(({ airlineIataCode: airline, ...account }) => ({
            ...account,
            airline,
          })),
          'number in place of accountNumber': inAccount(({ accountNumber: number, ...account }) => ({
            ...account,
            number,
          })),
        });
      },
    },
    {
      title: 'a loyalty account of an unlisted airline is refused',
      rules: ['flight-order.loyalty.only-supported'],
      calls,
      async check(trial) {
        const [refusal] = await expectRefusedAt(trial, 'an order', accountPositions(), {
          'an account of an unlisted airline': (passenger, offer) =>
            inAccount((account) => ({ ...account, airlineIataCode: unlistedBy(offer) }))(passenger),
        });
        warnUnlessRefusedWith(trial, 'flight.loyalty-not-supported', refusal, 400, 'loyalty_program_not_supported');
      },
    },
  ],
};

export default area;

/** Expects a target to accept a name beyond ASCII. In a sandbox, the provider's record has the same name. */
function named(rule: string, field: 'firstName' | 'lastName', name: string): Contract {
  return {
    title: `a ${field} with letters beyond ASCII is accepted, and passed on unchanged`,
    rules: [`flight-order.passengers.${rule}`],
    calls,
    async check(trial) {
      await atEveryPosition(trial, passengerPositions(), async ({ element, send }, position) => {
        const order = await send({ ...element, [field]: name });
        if (!isAccepted(order)) {
          trial.requireSetup(await send(element), 'needs an order that the target accepts');
          fail(order, `an order with the ${field} ${name} to be accepted (${position})`, describeOutcome(order));
        }
        if (trial.target.sandboxUrl === null) return;
        const record = await trial.orderRecord(String(select(order.value, '/orderId')[0]?.value));
        if (isSuccess(record) && !textOf(record).includes(name))
          fail(record, `${name} in the provider's record (${position})`, 'another name');
      });
    },
  };
}

/** Sends empty lists. The document says when to send the lists, and nothing about empty ones. */
async function expectEmptyListsTaken(trial: Trial): Promise<void> {
  await atEveryPosition(trial, orderPositions({ documents: false }), async ({ element, send }, name) => {
    const passengers = element.passengers.map((one) => ({
      ...one,
      identity_documents: [],
      loyaltyProgrammeAccounts: [],
    }));
    const order = await send({ ...element, passengers, totalSegments: element.totalSegments ?? [] });
    if (isAccepted(order)) return;
    trial.requireSetup(await send(element), 'needs an order that the target accepts');
    trial.warn('flight.empty-lists', {
      expected: `an order with empty lists to be accepted (${name})`,
      actual: describeOutcome(order),
      pointer: null,
      exchange: order,
    });
  });
}

/** Expects a refusal for each value in one passenger field, and a success without them. */
function misshapen(rule: string, field: keyof OrderPassenger, title: string, values: readonly unknown[]): Contract {
  return {
    title,
    rules: [`flight-order.passengers.${rule}`],
    calls,
    async check(trial) {
      await expectRefusedAt(
        trial,
        'an order',
        passengerPositions(),
        Object.fromEntries(
          values.map((value) => [
            `the ${field} ${show(value)}`,
            (passenger: OrderPassenger) => ({ ...passenger, [field]: value }),
          ]),
        ),
      );
    },
  };
}

/** Puts a flaw into a passenger's loyalty account. */
function inAccount(change: (account: Record<string, unknown>) => object): (passenger: OrderPassenger) => unknown {
  return ({ loyaltyProgrammeAccounts: [account] = [], ...passenger }) => ({
    ...passenger,
    loyaltyProgrammeAccounts: [change({ ...account })],
  });
}

/** Returns passengers with a loyalty account at a supported airline. */
function accountPositions(): Positions<OrderPassenger, Offer> {
  const [first, ...others] = passengerPositions({ that: takesAccounts });
  const withAccounts = (position: typeof first): typeof first => ({
    ...position,
    async prepare(trial) {
      const place = await position.prepare(trial);
      return { ...place, element: { ...place.element, loyaltyProgrammeAccounts: [accountFor(place.of)] } };
    },
  });
  return [withAccounts(first), ...others.map(withAccounts)];
}

function withAccount(offer: Offer): unknown {
  return withPassenger(flightOrder(offer), 0, { loyaltyProgrammeAccounts: [accountFor(offer)] });
}

function accountFor({ supportedLoyaltyPrograms: [airlineIataCode = ''] }: Offer): Account {
  return { airlineIataCode, accountNumber: ACCOUNT_NUMBER };
}

function unlistedBy({ supportedLoyaltyPrograms: programs }: Offer): string {
  const unlisted = AIRLINES.find((code) => !programs.includes(code));
  if (unlisted === undefined)
    throw new PreconditionNotMet(`needs an offer that does not support all of ${AIRLINES.join(', ')}`);
  return unlisted;
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

type Account = Schema['LoyaltyProgrammeAccount'];

const ACCOUNT_NUMBER = '123456789';

/** More airlines than any offer lists. */
const AIRLINES = ['QF', 'LH', 'IB', 'AF', 'AA', 'SQ', 'NH', 'TK', 'ET', 'LA', 'EK', 'QR'];
