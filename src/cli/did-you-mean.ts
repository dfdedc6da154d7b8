import { nearest } from '../base/nearest.ts';

/** ` (did you mean pending?)` for a mistyped name; empty where none is near. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const near = nearest(text, names);
  return near === null ? '' : ` (did you mean ${near}?)`;
}
