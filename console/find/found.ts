import type { goTo } from '../app/route.ts';

/** A place to go to, or a command to run. */
export interface Found {
  /** Unique among the results: `call req_…`. */
  key: string;
  title: string;
  /** Its id, its kind or its place. */
  detail: string;
  /** The place to go to, or the work to do. */
  to: Parameters<typeof goTo>[0] | (() => Promise<unknown>);
}

/** True if every search word is in any text, case-insensitive. */
export function hasWords(search: string, ...texts: string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
