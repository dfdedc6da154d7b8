import { isText } from '../src/base/values/kinds.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea } from '../src/check/judge/conduct.ts';
import { allowedDocuments } from '../src/check/judge/expectations/asked-fields.ts';
import { asksDocument } from '../src/check/judge/expectations/asked-fields.ts';
import { isCalendarDate } from '../src/check/judge/expectations/formats.ts';
import { isPlaceholder } from '../src/check/judge/expectations/identifiers.ts';
import { fine, judgeEach, none } from '../src/check/judge/expectations/judge-each.ts';
import type { Fields } from '../src/check/judge/expectations/sent-body.ts';
import { entriesOf } from '../src/check/judge/expectations/sent-body.ts';
import { onOrder, onTrackedOrder } from '../src/check/judge/expectations/sent-order.ts';

const sees = ['createFlightOrder'] as const;

const area: ConductArea = {
  name: 'the documents and accounts of an order',
  checks: [
    {
      title: 'identity documents are sent if the offer or required-fields asks for them',
      rules: ['flight-order.identity-documents.when-asked'],
      sees,
      occasion: 'an order for which the offer or required-fields asks for documents',
      wrong: 'They never collect documents, or only those of the first traveller.',
      right:
        'Read `passengerIdentityDocumentsRequired` of the offer and the required-fields response, and send ' +
        '`identity_documents` for each traveller that needs one.',
      scenarios: ['documents-required', 'required-fields'],
      judge: onTrackedOrder((view, { passengers, asked, required }, offer) => {
        const all = offer['passengerIdentityDocumentsRequired'] === true;
        const nobody = all && passengers.every(({ identity_documents: documents }) => filledOf(documents).length === 0);
        judgeEach(view, passengers, ({ identity_documents: documents }, i) => {
          const asks = asksDocument(asked[i] ?? null);
          if (!all && !asks) return none;
          if (filledOf(documents).length > 0) return fine;
          return {
            expected: `an identity document, as ${asks ? 'required-fields' : 'the offer'} asks for it`,
            actual: show(documents),
            pointer: `/passengers/${i}/identity_documents`,
            ...(required && asks && { before: [required.exchange] }),
            // An assumption names the passengers covered by the offer's flag.
            ...(!asks && !nobody && { assumption: 'flight.identity-documents-when-asked' }),
          };
        });
      }),
    },
    {
      title: 'an identity document has only the four documented fields',
      rules: ['flight-order.identity-documents.fields'],
      sees,
      occasion: 'an order with an identity document',
      wrong: 'They send `number`, `country` or `expiryDate`, the names of a passport scanner or their own model.',
      right: 'Send `type`, `unique_identifier`, `issuing_country_code` and `expires_on`.',
      scenarios: ['documents-required'],
      judge: onOrder((view, { passengers, unlisted }) => {
        const wrong = unlisted.filter(({ kind }) => kind === 'document');
        for (const { name, pointer } of wrong)
          view.broken({
            expected: 'type, unique_identifier, issuing_country_code or expires_on',
            actual: name,
            pointer,
          });
        if (wrong.length === 0 && passengers.some((one) => filledOf(one['identity_documents']).length > 0)) view.kept();
      }),
    },
    {
      title: 'the expires_on of an identity document is a calendar day, as YYYY-MM-DD',
      rules: ['flight-order.identity-documents.expires-on'],
      sees,
      occasion: 'an order with an identity document that has expires_on',
      wrong: 'They send the date as printed in the document, `31/12/30`, or a date-time.',
      right: 'Send only the date, `2030-12-31`.',
      scenarios: ['documents-required'],
      judge: onOrder((view, { passengers }) => {
        judgeEach(view, passengers, ({ identity_documents: documents }, i) => {
          const entries = entriesOf(documents);
          const wrong = entries.findIndex(({ expires_on: day }) => day !== undefined && !isCalendarDate(day));
          if (wrong !== -1)
            return {
              expected: 'a calendar day, as YYYY-MM-DD',
              actual: show(entries[wrong]?.['expires_on']),
              pointer: `/passengers/${i}/identity_documents/${wrong}/expires_on`,
            };
          return entries.some(({ expires_on: day }) => day !== undefined) ? fine : none;
        });
      }),
    },
    {
      title: 'NationalID is sent for each traveller with dni among the allowed documents',
      rules: ['flight-order.passengers.national-id'],
      sees,
      occasion: 'an order with dni among the allowed documents',
      wrong: 'They wait for a flag for the national id, which does not exist.',
      right: 'Collect `NationalID` if `allowedDocuments` has `dni`, for any document of the traveller.',
      scenarios: ['dni-allowed'],
      judge: onOrder((view, { passengers, asked, required, tracked: { offer } }) => {
        const supported = offer?.['supportedPassengerIdDocuments'];
        judgeEach(view, passengers, ({ NationalID: nationalId }, i) => {
          const allowed = allowedDocuments(asked[i] ?? null);
          if (!has(allowed ?? supported, 'dni')) return none;
          if (isGiven(nationalId)) return fine;
          return {
            expected: `NationalID, as ${allowed ? 'allowedDocuments' : 'supportedPassengerIdDocuments'} has dni`,
            actual: show(nationalId),
            pointer: `/passengers/${i}/NationalID`,
            ...(required && allowed && { before: [required.exchange] }),
            // The document requires this for allowedDocuments, and the client has not read them.
            ...(!allowed && { assumption: 'flight.national-id' }),
          };
        });
      }),
    },
    {
      title: 'the types of identity documents are in allowedDocuments',
      rules: ['flight-order.mapping.allowed-documents'],
      sees,
      occasion: 'an order with an identity document',
      wrong: 'They let the traveller choose from a fixed list of documents.',
      right: 'Offer the types in `allowedDocuments`, or those that the offer supports.',
      scenarios: ['required-fields', 'documents-required'],
      judge: onOrder((view, { passengers, asked, tracked: { offer } }) => {
        const supported = offer?.['supportedPassengerIdDocuments'];
        judgeEach(view, passengers, ({ identity_documents: documents }, i) => {
          const entries = entriesOf(documents);
          const allowed = allowedDocuments(asked[i] ?? null);
          const types = allowed ?? supported;
          if (entries.length === 0 || types === undefined) return none;
          const wrong = entries.findIndex(({ type }) => type !== undefined && !has(types, type));
          if (wrong === -1) return fine;
          return {
            expected: `a type among ${show(types)}`,
            actual: show(entries[wrong]?.['type']),
            pointer: `/passengers/${i}/identity_documents/${wrong}/type`,
            ...(!allowed && { assumption: 'flight.identity-documents-when-asked' }),
          };
        });
      }),
    },
    {
      title: 'a loyalty account has airlineIataCode and accountNumber',
      rules: ['flight-order.loyalty.fields'],
      sees,
      occasion: 'an order with a loyalty account',
      wrong: 'They send `airline` and `number`.',
      right: 'Send `airlineIataCode` and `accountNumber`, and nothing else.',
      scenarios: [],
      judge: onOrder((view, { passengers, unlisted }) => {
        const wrong = unlisted.filter(({ kind }) => kind === 'account');
        for (const { name, pointer } of wrong)
          view.broken({ expected: 'airlineIataCode or accountNumber', actual: name, pointer });
        if (wrong.length > 0) return;
        judgeEach(view, passengers, ({ loyaltyProgrammeAccounts: accounts }, i) => {
          const entries = entriesOf(accounts);
          if (entries.length === 0) return none;
          const lacking = entries.findIndex((one) => !one['airlineIataCode'] || !one['accountNumber']);
          if (lacking === -1) return fine;
          return {
            expected: 'airlineIataCode and accountNumber',
            actual: show(entries[lacking]),
            pointer: `/passengers/${i}/loyaltyProgrammeAccounts/${lacking}`,
            assumption: 'flight.order-required-fields',
          };
        });
      }),
    },
    {
      title: 'a loyalty account is for an airline with a programme that the offer supports',
      rules: ['flight-order.loyalty.only-supported'],
      sees,
      occasion: 'an order with a loyalty account',
      wrong: "They send every account of the traveller's profile, or the account of another airline in the alliance.",
      right: 'Send only accounts with an airline code in `supportedLoyaltyPrograms` of the offer.',
      scenarios: [],
      judge: onOrder((view, { passengers, tracked: { offer, unknown } }) => {
        const sent = passengers.some((one) => entriesOf(one['loyaltyProgrammeAccounts']).length > 0);
        if (!sent) return;
        const supported = offer?.['supportedLoyaltyPrograms'];
        if (!Array.isArray(supported)) return view.undecided(unknown || 'the offer has no supportedLoyaltyPrograms');
        judgeEach(view, passengers, ({ loyaltyProgrammeAccounts: accounts }, i) => {
          const codes = entriesOf(accounts).map((account) => account['airlineIataCode']);
          const wrong = codes.findIndex((code) => code !== undefined && !supported.includes(code));
          if (wrong === -1) return codes.length > 0 ? fine : none;
          return {
            expected:
              supported.length > 0 ? `an airline among ${show(supported)}` : 'no account: the offer accepts none',
            actual: show(codes[wrong]),
            pointer: `/passengers/${i}/loyaltyProgrammeAccounts/${wrong}/airlineIataCode`,
          };
        });
      }),
    },
  ],
};

export default area;

/** Returns the documents with content. */
function filledOf(documents: unknown): readonly Fields[] {
  return entriesOf(documents).filter((document) => Object.values(document).some(isGiven));
}

/** True unless a value is one of the empty ones that forms and programs send. */
function isGiven(value: unknown): boolean {
  return typeof value === 'number' ? value !== 0 : isText(value) && !isPlaceholder(value);
}

/** True if a list contains a value. A service may return a single value as a text (§2.2). */
function has(list: unknown, value: unknown): boolean {
  return Array.isArray(list) ? list.includes(value) : list === value;
}
