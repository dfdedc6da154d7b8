import { control, ControlError, dataOf } from '../api/client.ts';
import type { Profile } from '../app/sandbox.ts';

interface Page {
  profiles: Profile[];
  /** What the next page begins behind; null on the last one. */
  next: string | null;
}

/** A page of the profiles whose codes begin like this, with or without `dp_`. Nothing is loaded beyond it. */
export async function loadPage(code: string, after: string): Promise<Page> {
  if (!isBeginning(code)) return { profiles: [], next: null };
  const letters = lettersOf(code);
  if (letters.length === LETTERS) return { profiles: await loadOne(`dp_${letters}`), next: null };
  const from = after || (letters && `dp_${letters.padEnd(LETTERS, '0')}`);
  const { profiles, next } = await dataOf(
    control.GET('/_sandbox/profiles', { params: { query: from ? { after: from } : {} } }),
  );
  const found = profiles.filter(({ profileCode }) => profileCode.startsWith(`dp_${letters}`));
  return { profiles: found, next: found.length === profiles.length ? next : null };
}

/** Whether a code can begin like this. */
export function isBeginning(code: string): boolean {
  return 'dp_'.startsWith(code) || /^[a-z0-9]{0,12}$/.test(lettersOf(code));
}

/** What stands behind `dp_`. */
function lettersOf(code: string): string {
  return 'dp_'.startsWith(code) ? '' : code.replace(/^dp_/, '');
}

async function loadOne(profileCode: string): Promise<Profile[]> {
  try {
    const { profile } = await dataOf(
      control.GET('/_sandbox/profiles/{profileCode}', { params: { path: { profileCode } } }),
    );
    return [profile];
  } catch (error) {
    if (error instanceof ControlError && error.status === 404) return [];
    throw error;
  }
}

const LETTERS = 12;
