import type * as NumberingPlans from 'libphonenumber-js/min';
import { Lru } from './lru.ts';

/** Facts from the numbering plans about a number in E.164 form. */
export interface PhoneNumber {
  /**
   * True if the number can be in use: its prefix exists and its length and leading digits fit. Also true for
   * fictional numbers.
   */
  valid: boolean;
  /**
   * ISO 3166-1 alpha-2 (or `XK`), from the prefix; undefined for numbers without a country, such as satellite phones.
   */
  countryCode: string | undefined;
}

/** Reads numbers in E.164 form. The first call loads the numbering plans; at start-up they would dominate the time. */
export async function readPhoneNumbers(numbers: readonly string[]): Promise<PhoneNumber[]> {
  const { parsePhoneNumberFromString } = await (plans ??= import('libphonenumber-js/min'));
  return numbers.map((number) =>
    phoneNumbers.getOrCreate(number, () => {
      if (FICTITIOUS.test(number)) return { valid: true, countryCode: 'GB' };
      const parsed = parsePhoneNumberFromString(number, { extract: false });
      return { valid: parsed?.isValid() === true, countryCode: parsed?.country };
    }),
  );
}

/** Kept, because Node resolves a module again at each import, which costs a tenth of a booking. */
let plans: Promise<typeof NumberingPlans> | undefined;

/** Ofcom reserves these numbers for drama, so tests can use them. No numbering plan lists them as valid. */
const FICTITIOUS = /^\+44(?:7700900|1632960|3069990|8081570|9098790)\d{3}$/;

/** Parsing takes some ten microseconds, and clients book for the same travellers repeatedly. */
const phoneNumbers = new Lru<PhoneNumber>(1000);
