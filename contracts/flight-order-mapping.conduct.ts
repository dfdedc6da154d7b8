import { isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea, ConductCheck } from '../src/check/judge/conduct.ts';
import { allowedDocuments, asksHolder } from '../src/check/judge/expectations/asked-fields.ts';
import { documentFlags } from '../src/check/judge/expectations/asked-fields.ts';
import { fine, judgeEach, none } from '../src/check/judge/expectations/judge-each.ts';
import { entriesOf } from '../src/check/judge/expectations/sent-body.ts';
import { onOrder } from '../src/check/judge/expectations/sent-order.ts';

const sees = ['createFlightOrder'] as const;

const area: ConductArea = {
  name: 'from required fields to order fields',
  checks: [
    // ── Passenger fields ───────────────────────────────────────────────────────────────────────────
    mapped('title', 'title', 'title'),
    mapped('type', 'type', 'type'),
    mapped('name', 'name', 'firstName'),
    mapped('last-name', 'lastName', 'lastName'),
    mapped('gender', 'gender', 'gender'),
    mapped('born-date', 'bornDate', 'bornDate'),
    mapped('nationality', 'nationality', 'country', ['documents-required', 'required-fields']),
    mapped('phone', 'phone', 'phone_number'),
    mapped('email', 'email', 'email'),

    // ── Document fields ────────────────────────────────────────────────────────────────────────────
    mappedToDocument('document-identifier', 'documentIdentifier'),
    {
      ...mappedToDocument('document-type', 'documentType'),
      title: 'a document has one of the allowed types if required-fields asks for documentType',
      wrong: 'They send a fixed type, or their own name for it.',
      right: 'Let the traveller choose among `allowedDocuments`, and send the choice as `type`.',
      judge: onOrder((view, { passengers, asked, required }) => {
        judgeEach(view, passengers, ({ identity_documents: documents }, i) => {
          const entries = entriesOf(documents);
          if (!required || entries.length === 0 || asked[i]?.['documentType'] !== true) return none;
          const allowed = allowedDocuments(asked[i] ?? null);
          const wrong = entries.findIndex(({ type }) => !isText(type) || (allowed && !allowed.includes(type)));
          if (wrong === -1) return fine;
          return {
            expected: allowed ? `a type among ${show(allowed)}` : 'a type',
            actual: show(entries[wrong]?.['type']),
            pointer: `/passengers/${i}/identity_documents/${wrong}/type`,
            before: [required.exchange],
          };
        });
      }),
    },
    mappedToDocument('document-expires-at', 'documentExpiresAt'),
    mappedToDocument('document-country-code', 'documentCountryCode'),

    // ── Holder ─────────────────────────────────────────────────────────────────────────────────────
    held('phone', 'phone_number', /^phone$/i),
    held('email', 'email', /^e-?mail$/i),
    {
      ...held('countryCode', 'phone_number', /^country(_?code)?$/i),
      title: "the holder's country code is the prefix of the first passenger's phone_number, without a separate field",
      rules: ['flight-order.mapping.holder-country-code'],
      wrong: "They send the holder's country, or a national phone number without a prefix.",
      right: 'Send the phone_number of the first passenger with its country code, in E.164 format.',
    },

    // ── Flags without a field ──────────────────────────────────────────────────────────────────────
    {
      title: 'an order has no field for age, address, city, postalCode and documentIssuedAt',
      rules: ['flight-order.mapping.generic-flags'],
      sees,
      occasion: 'an order after required-fields asked for one of them, or an order with such a field',
      wrong: 'They send a field for each flag of required-fields, under the name of the flag.',
      right: 'Ignore these five flags: the order has no field for them.',
      scenarios: ['required-fields'],
      judge: onOrder((view, { unlisted, asked, required }) => {
        const sent = unlisted.filter(({ kind }) => kind === 'generic');
        for (const { name, pointer } of sent)
          view.broken({
            expected: 'no field for this flag',
            actual: name,
            pointer,
            ...(required && { before: [required.exchange] }),
          });
        const asks = asked.some((fields) => fields && GENERIC.some((flag) => fields[flag] === true));
        if (asks && sent.length === 0) view.kept();
      }),
    },
  ],
};

export default area;

/** Checks that the client sends the required field `flag` as the passenger's `field`. */
function mapped(rule: string, flag: string, field: string, scenarios: readonly string[] = []): ConductCheck {
  const name = flag === field ? field : `${flag}, as ${field}`;
  return {
    title: `the required field is sent: ${name}`,
    rules: [`flight-order.mapping.${rule}`],
    sees,
    occasion: `an order after required-fields asked a passenger for ${flag}`,
    wrong:
      flag === field
        ? 'They do not read required-fields, and collect the fields of earlier orders.'
        : `They send it as \`${flag}\`, its name in the required-fields response.`,
    right: `Send \`${field}\` for each passenger whose flag \`${flag}\` is true.`,
    scenarios,
    judge: onOrder((view, { passengers, asked, required }) => {
      if (!required) return;
      judgeEach(view, passengers, (passenger, i) => {
        if (asked[i]?.[flag] !== true) return none;
        if (isGiven(passenger[field])) return fine;
        return {
          expected: `${field}, as required-fields asks for ${flag}`,
          actual: show(passenger[field]),
          pointer: `/passengers/${i}/${field}`,
          before: [required.exchange],
        };
      });
    }),
  };
}

/** Checks that documents have every required field. Another rule requires the documents themselves. */
function mappedToDocument(rule: string, flag: keyof typeof documentFlags): ConductCheck {
  const field = documentFlags[flag];
  return {
    title: `a document has ${field} if required-fields asks for ${flag}`,
    rules: [`flight-order.mapping.${rule}`],
    sees,
    occasion: `an order with a document after required-fields asked for ${flag}`,
    wrong: `They omit it, or send it as \`${flag}\`.`,
    right: `Send \`${field}\` in \`identity_documents[]\` of each passenger whose flag \`${flag}\` is true.`,
    scenarios: ['documents-required', 'required-fields'],
    judge: onOrder((view, { passengers, asked, required }) => {
      if (!required) return;
      judgeEach(view, passengers, ({ identity_documents: documents }, i) => {
        const entries = entriesOf(documents);
        if (entries.length === 0 || asked[i]?.[flag] !== true) return none;
        if (entries.some((entry) => isGiven(entry[field]))) return fine;
        return {
          expected: `${field}, as required-fields asks for ${flag}`,
          actual: show(entries[0]),
          pointer: `/passengers/${i}/identity_documents/0/${field}`,
          before: [required.exchange],
        };
      });
    }),
  };
}

/** Checks that the client takes holder data from the first passenger and sends no separate holder field. */
function held(flag: 'phone' | 'email' | 'countryCode', field: string, name: RegExp): ConductCheck {
  return {
    title: `the holder's ${flag} is sent as ${field} of the first passenger, without a separate field`,
    rules: [`flight-order.mapping.holder-${flag}`],
    sees,
    occasion: `an order of gdsprovider 1, after required-fields asked for the holder's ${flag}, or with a holder`,
    wrong: 'They send a `holder`, or omit the contact of the first passenger because another traveller pays.',
    right: `Send the contact of the booking person as \`${field}\` of \`passengers[0]\`.`,
    scenarios: ['required-fields'],
    judge: onOrder((view, { exchange, unlisted, passengers, asked, required }) => {
      const own = unlisted.filter((one) => one.kind === 'holder' && standsFor(one.name, one.value, name));
      for (const { pointer, value } of own)
        view.broken({ expected: `${field} of the first passenger`, actual: show(value), pointer });
      if (own.length > 0) return;
      const asks = asksHolder(required?.fields, flag);
      // Another check covers a missing phone, and a field that the passenger needs too.
      const isElsewhere = flag === 'countryCode' || asked[0]?.[flag] === true;
      if (isGiven(passengers[0]?.[field])) {
        if (asks || exchange.parameters['gdsprovider'] === '1') view.kept();
      } else if (asks && !isElsewhere && required && passengers.length > 0)
        view.broken({
          expected: `${field} of the first passenger, as required-fields asks for the holder's ${flag}`,
          actual: 'nothing',
          pointer: `/passengers/0/${field}`,
          before: [required.exchange],
        });
    }),
  };
}

/** True for `holderPhone`, `holder_phone`, or a `holder` with a phone or without content. */
function standsFor(fieldName: string, value: unknown, wanted: RegExp): boolean {
  const rest = fieldName.replace(/^holder[-_]?/i, '');
  if (rest !== '') return wanted.test(rest);
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return names.length === 0 || names.some((one) => wanted.test(one) && propertyOf(value, one) !== undefined);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const GENERIC = ['age', 'address', 'city', 'postalCode', 'documentIssuedAt'];
