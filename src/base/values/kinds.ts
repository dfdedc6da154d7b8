/** Field value kinds. */

export function isPresent(value: unknown): boolean {
  return value !== undefined;
}

/** True for a non-empty string. */
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

/** True for an object, except a list and null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an object or a list: a value with members. */
export function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** True for an ISO 8601 date-time with a zone, on a day that exists. */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/i.exec(value) ?? [];
  return (
    day !== undefined && !Number.isNaN(Date.parse(value)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  );
}

/** True for an ISO 8601 date-time, with a zone or without, on an existing day. */
export function isDateTime(value: unknown): value is string {
  return isTimestamp(value) || (isString(value) && isTimestamp(`${value}Z`));
}

/** True for text shaped as in ISO 4217. */
export function isCurrencyCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value);
}

/** True for the code of a real currency: `XXX` means no currency, and `XTS` is for tests. */
export function isCurrency(value: unknown): value is string {
  return isCurrencyCode(value) && CURRENCIES.has(value);
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => !['XXX', 'XTS'].includes(code)));

/** True for a decimal string, such as `50.00`. */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}
