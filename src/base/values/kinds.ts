/** The kinds of values that fields have. */

export function isPresent(value: unknown): boolean {
  return value !== undefined;
}

/** A string that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** An object, not a list and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object or a list: a value with members. */
export function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An ISO 8601 date-time with a zone, of a day that exists. */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/i.exec(value) ?? [];
  return (
    day !== undefined && !Number.isNaN(Date.parse(value)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  );
}

/** An ISO 8601 date-time, with a zone or without, of a day that exists. */
export function isDateTime(value: unknown): value is string {
  return isTimestamp(value) || (isString(value) && isTimestamp(`${value}Z`));
}

/** In the form of ISO 4217. */
export function isCurrencyCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value);
}

/** The code of a currency that there is: `XXX` stands for none, and `XTS` for tests. */
export function isCurrency(value: unknown): value is string {
  return isCurrencyCode(value) && CURRENCIES.has(value);
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => !['XXX', 'XTS'].includes(code)));

/** `50.00` for example, as a string. */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}
