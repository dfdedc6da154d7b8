import { Lru } from './cache/lru.ts';

/** What the numbering plans of the world say of a number in E.164 form. */
export interface PhoneNumber {
  /** The number can be in use: its prefix exists and its length and leading digits fit. */
  valid: boolean;
  /** ISO 3166-1 alpha-2 (or `XK`), from the prefix; undefined for numbers of no country, such as satellite phones. */
  countryCode: string | undefined;
}

/** Reads numbers in E.164 form. The first call loads the numbering plans, which take longer than everything else at start-up. */
export async function readPhoneNumbers(numbers: readonly string[]): Promise<PhoneNumber[]> {
  const known = numbers.map((number) => read.get(number));
  return known.every((one) => one !== undefined) ? known : readAnew(numbers);
}

async function readAnew(numbers: readonly string[]): Promise<PhoneNumber[]> {
  const { parsePhoneNumberFromString } = await (numberingPlans ??= import('libphonenumber-js/min'));
  return numbers.map((number) => {
    const parsed = parsePhoneNumberFromString(number, { extract: false });
    const made = { valid: parsed?.isValid() === true, countryCode: parsed?.country };
    read.set(number, made);
    return made;
  });
}

/** The same travellers book again and again. */
const read = new Lru<PhoneNumber>(1000);

let numberingPlans: Promise<typeof import('libphonenumber-js/min')> | undefined;
