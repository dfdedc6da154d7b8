import { effect } from '@preact/signals';
import { control, dataOf } from '../api/client.ts';
import { route } from './route.ts';
import { clock, isQuiet } from './sandbox.ts';

/**
 * Calls `refresh` when the page becomes visible again, and when an event falls due on a running clock. All other
 * changes arrive on the stream.
 */
export function keepFresh(refresh: () => void): void {
  const look = (): void => {
    if (document.visibilityState === 'visible') refresh();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  effect(() => {
    const { profile } = route.value;
    if (profile === null) return everySecond(look);
    if (isQuiet.value || !clock.value || clock.value.stands) return;
    return cancellable(() => untilNextDue(profile), look);
  });
}

/** Without a profile there is no stream: only the profile list is shown. */
function everySecond(work: () => void): () => void {
  const timer = setInterval(work, 1000);
  return () => clearInterval(timer);
}

/** Asks for the waiting time once the clock has not been read for a while, waits, and then does the work. */
function cancellable(howLong: () => Promise<number | undefined>, work: () => void): () => void {
  let isWanted = true;
  let timer = setTimeout(() => {
    void howLong().then((ms) => {
      if (isWanted && ms !== undefined) timer = setTimeout(work, Math.min(ms, LONGEST_MS));
    });
  }, QUIET_MS);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/** Milliseconds until the next event is due; undefined if none is. */
async function untilNextDue(profileCode: string): Promise<number | undefined> {
  const params = { path: { profileCode }, query: { limit: 1 } };
  const call = control.GET('/_sandbox/profiles/{profileCode}/agenda', { params });
  const agenda = await dataOf(call).catch(() => undefined);
  const [next] = agenda?.due ?? [];
  return agenda && next && Math.max(0, Date.parse(next.at) - Date.parse(agenda.now));
}

/** While calls come, the stream keeps the page fresh. Longer than the pause between the first two clock readings. */
const QUIET_MS = 1000;
/** The longest timer that browsers support. */
const LONGEST_MS = 2 ** 31 - 1;
