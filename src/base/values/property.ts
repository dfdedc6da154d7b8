import { isRecord } from './kinds.ts';

/** What an object has under a name; undefined where the value is not an object. */
export function propertyOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
