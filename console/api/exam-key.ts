import { computed, signal } from '@preact/signals';
import { route } from '../app/route.ts';

/** Includes the path: behind a proxy, several sandboxes can share one origin. */
const PLACE = `taxiway exams ${location.pathname}`;

/** This browser's exam keys, by profile. */
const keys = signal<Record<string, string>>(stored());
addEventListener('storage', () => (keys.value = stored()));

/** The current profile's exam key; undefined for none. */
export const examKey = computed((): string | undefined => keys.value[route.value.profile ?? '']);

/** Keeps an exam's key, for all tabs in this browser; null forgets it. */
export function keepExamKey(profileCode: string, key: string | null): void {
  const { [profileCode]: _, ...others } = keys.value;
  keys.value = key === null ? others : { ...others, [profileCode]: key };
  try {
    localStorage.setItem(PLACE, JSON.stringify(keys.value));
  } catch {
    // In a browser without storage, only this tab has the key.
  }
}

function stored(): Record<string, string> {
  try {
    return { ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string>) };
  } catch {
    return {};
  }
}
