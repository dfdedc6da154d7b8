import { signal } from '@preact/signals';
import { act } from '../app/sandbox.ts';

/** Goes up with every change of a profile that was made here: what shows profiles loads again. */
export const changes = signal(0);

/** Does something to profiles. */
export async function change<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await act(work);
  } finally {
    changes.value += 1;
  }
}
