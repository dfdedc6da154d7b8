import { computed, signal } from '@preact/signals';
import { route } from '../app/route.ts';

/** Of this sandbox: others can be at the same origin, behind a proxy. */
const PLACE = `taxiway exams ${location.pathname}`;

/** The keys with which this browser leads exams, by profile. */
const keys = signal<Record<string, string>>(stored());
addEventListener('storage', () => (keys.value = stored()));

/** The key of the exam of the profile that is shown; undefined for none. */
export const examKey = computed((): string | undefined => keys.value[route.value.profile ?? '']);

/** Keeps the key of an exam, for all tabs of this browser; null forgets it. */
export function keepExamKey(profileCode: string, key: string | null): void {
  const { [profileCode]: _, ...others } = keys.value;
  keys.value = key === null ? others : { ...others, [profileCode]: key };
  try {
    localStorage.setItem(PLACE, JSON.stringify(keys.value));
  } catch {
    // A browser that stores nothing: the tab alone has the key.
  }
}

function stored(): Record<string, string> {
  try {
    return { ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string>) };
  } catch {
    return {};
  }
}
