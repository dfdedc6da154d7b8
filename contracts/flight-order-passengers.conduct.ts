import { isString } from '../src/base/values/kinds.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea } from '../src/check/judge/conduct.ts';
import {
  isCalendarDate,
  isCountry,
  isCountryInSmallLetters,
  isEmail,
  isPhoneNumber,
} from '../src/check/judge/expectations/formats.ts';
import { fine, judgeEach, MAX_FAULTS, none } from '../src/check/judge/expectations/judge-each.ts';
import { passengerField } from '../src/check/judge/expectations/order-checks.ts';
import { onOrder, onTrackedOrder } from '../src/check/judge/expectations/sent-order.ts';

const sees = ['createFlightOrder'] as const;

const area: ConductArea = {
  name: 'the passengers of an order',
  checks: [
    // ── Passengers of the offer ────────────────────────────────────────────────────────────────────
    {
      title: 'the passenger ids of an order are exactly those of the offer',
      rules: ['flight-order.passengers.ids-match'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong:
        'They number the passengers themselves, reuse ids of another offer, or process ids with code that trims ' +
        'them or changes their case.',
      right: 'Copy `passengers[].id` from the ordered offer, character by character.',
      scenarios: [],
      judge: onTrackedOrder((view, { passengers, offered, tracked }) => {
        const strange = passengers.flatMap(({ id }, i) =>
          isMissing(id) || offered.some((one) => one['id'] === id) ? [] : [{ id, i }],
        );
        // Surplus passengers have ids unknown to the offer; another check covers them.
        if (strange.length <= Math.max(0, passengers.length - offered.length)) {
          if (passengers.length > 0) view.kept();
          return;
        }
        for (const { id, i } of strange.slice(0, MAX_FAULTS))
          view.broken({
            expected: `ids of the offer: ${offered.map((one) => show(one['id'])).join(', ')}`,
            actual: show(id),
            pointer: `/passengers/${i}/id`,
            before: tracked.from === 'own' && tracked.exchange ? [tracked.exchange] : [],
          });
      }),
    },
    {
      title: 'every ordered passenger has an id',
      rules: ['flight-order.passengers.no-empty-ids'],
      sees,
      occasion: 'an order with passengers',
      wrong: 'They use a separate form for each traveller, and its hidden id stays empty.',
      right: 'Start from the passengers of the offer, and add the input of each traveller.',
      scenarios: [],
      judge: onOrder((view, { passengers }) => {
        judgeEach(view, passengers, ({ id }, i) => {
          if (!isMissing(id)) return fine;
          return { expected: 'a non-empty id', actual: show(id), pointer: `/passengers/${i}/id` };
        });
      }),
    },
    {
      title: 'no passenger id occurs twice in an order',
      rules: ['flight-order.passengers.no-duplicate-ids'],
      sees,
      occasion: 'an order with passengers',
      wrong: 'They copy the first passenger, including the id, for each companion.',
      right: 'Give each traveller the id of another passenger of the offer.',
      scenarios: [],
      judge: onOrder((view, { passengers }) => {
        judgeEach(view, passengers, ({ id }, i) => {
          const first = passengers.findIndex((one) => one['id'] === id);
          if (isMissing(id) || first === i) return fine;
          return { expected: `an id of its own`, actual: `that of passenger ${first}`, pointer: `/passengers/${i}/id` };
        });
      }),
    },
    {
      title: 'no passenger of the offer is missing from its order',
      rules: ['flight-order.passengers.none-missing'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong: 'They order for the paying person, without children and infants.',
      right: 'Send one entry for each passenger of the offer; search again for another party.',
      scenarios: [],
      judge: onTrackedOrder((view, { passengers, offered }) => {
        if (passengers.length >= offered.length) return view.kept();
        const missing = offered.filter((one) => !passengers.some(({ id }) => id === one['id']));
        view.broken({
          expected: `${offered.length} passengers, as the offer has`,
          actual: `${passengers.length}; without ${missing.map(({ id }) => show(id)).join(', ')}`,
          pointer: '/passengers',
        });
      }),
    },
    {
      title: 'an order has no passengers beyond those of its offer',
      rules: ['flight-order.passengers.no-extra'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong: 'They add a traveller after the search, an infant for example.',
      right: 'Search again with all travellers, and order an offer of that search.',
      scenarios: [],
      judge: onTrackedOrder((view, { passengers, offered }) => {
        if (passengers.length <= offered.length) return view.kept();
        view.broken({
          expected: `${offered.length} passengers, as the offer has`,
          actual: `${passengers.length}`,
          pointer: '/passengers',
        });
      }),
    },
    {
      title: 'each ordered passenger has the type of that id in the offer',
      rules: ['flight-order.passengers.types-match'],
      sees,
      occasion: 'an order for an offer that a search returned',
      wrong: 'They assign the ids in another order than the search, or send every passenger as an adult.',
      right: 'Copy `id` and `type` from the offer together.',
      scenarios: [],
      judge: onTrackedOrder((view, { passengers, offered }) => {
        judgeEach(view, passengers, ({ id, type }, i) => {
          const own = offered.find((one) => one['id'] === id);
          // If passengers share an id, only the first one counts here: another check covers duplicates.
          if (!own || passengers.findIndex((one) => one['id'] === id) !== i) return none;
          if (own['type'] === type) return fine;
          return { expected: show(own['type']), actual: show(type), pointer: `/passengers/${i}/type` };
        });
      }),
    },

    // ── Fields ─────────────────────────────────────────────────────────────────────────────────────
    text('title', 'title'),
    passengerField({
      title: "a passenger's first name is sent as firstName",
      rule: 'flight-order.passengers.first-name',
      field: 'firstName',
      expected: 'a string',
      is: isString,
      misnamed: ['name', 'first_name', 'firstname', 'givenName', 'given_name'],
      wrong: 'They send `name`, the name in the required-fields response.',
      right: 'Send `firstName`.',
    }),
    text('last-name', 'lastName'),
    text('gender', 'gender'),
    passengerField({
      title: "a passenger's bornDate is a calendar day, as YYYY-MM-DD",
      rule: 'flight-order.passengers.born-date',
      field: 'bornDate',
      expected: 'a calendar day, as YYYY-MM-DD',
      is: isCalendarDate,
      wrong: 'They send a date-time, a national notation (`31/12/1990`), or a day such as 1990-02-30.',
      right: 'Send only the date, `1990-12-31`, computed without time zones.',
    }),
    passengerField({
      title: "a passenger's email is an email address",
      rule: 'flight-order.passengers.email',
      field: 'email',
      expected: 'an email address',
      is: isEmail,
      wrong: 'They send a placeholder for travellers without an address: `none`, `-`, an empty text.',
      right: 'Send an address that reaches the traveller, or the address of the booking person.',
    }),
    passengerField({
      title: "a passenger's phone_number is in E.164 format",
      rule: 'flight-order.passengers.phone-number',
      field: 'phone_number',
      expected: 'in E.164 format, a plus and 2 to 15 digits',
      is: isPhoneNumber,
      wrong: 'They send the typed text: national numbers, 0034 in place of +34, blanks, hyphens or brackets.',
      right: 'Send the plus, the country code and the number without other characters: `+34612345678`.',
    }),
    passengerField({
      title: "a passenger's country is a 2-letter ISO country code",
      rule: 'flight-order.passengers.country',
      field: 'country',
      expected: 'the 2-letter code of a country by ISO 3166-1, ES for example',
      is: isCountry,
      tolerable: { is: isCountryInSmallLetters, assumption: 'flight.personal-values' },
      wrong: 'They send the name of the country, three letters, or UK for GB.',
      right: 'Send the code of the nationality by ISO 3166-1 alpha-2, in capitals.',
    }),
    text('infant-passenger-id', 'infant_passenger_id'),
    {
      title: 'an infant_passenger_id names an infant of the offer',
      rules: ['flight-order.passengers.infant-passenger-id'],
      sees,
      occasion: 'an order with an infant_passenger_id for an offer that a search returned',
      wrong: 'They send the id of the adult, or the place of the infant in a list.',
      right: 'Send the id that the offer has for the infant, with the adult who holds it.',
      scenarios: [],
      judge: onTrackedOrder((view, { passengers, offered }) => {
        judgeEach(view, passengers, ({ infant_passenger_id: id }, i) => {
          if (!isString(id)) return none;
          const named = offered.find((one) => one['id'] === id);
          if (named?.['type'] === 'infant_without_seat') return fine;
          return {
            expected: 'the id of an infant_without_seat of the offer',
            actual: named ? `that of ${show(named['type'])} ${show(id)}` : show(id),
            pointer: `/passengers/${i}/infant_passenger_id`,
            assumption: 'flight.infant-passenger-id',
          };
        });
      }),
    },
  ],
};

export default area;

/** True for a missing id. Only one check covers empty ids. */
function isMissing(id: unknown): boolean {
  return id === undefined || id === null || id === '';
}

/** Checks a field with no documented rule but its type, string. */
function text(rule: string, field: string) {
  return passengerField({
    title: `a passenger's ${field} is a string`,
    rule: `flight-order.passengers.${rule}`,
    field,
    expected: 'a string',
    is: isString,
    wrong: 'They send a number, null or an object of their own model.',
    right: `Send \`${field}\` as a string, or omit it if it is not required.`,
  });
}
