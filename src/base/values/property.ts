import { isRecord } from './kinds.ts';

/** Returns an object's value under a name; undefined if the value is not an object. */
export function propertyOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
