import { control, ControlError, dataOf } from '../api/client.ts';
import type { Summary } from './exchanges.ts';
import { exchanges } from './exchanges.ts';

/**
 * Removes a profile's calls from this page once the journal has dropped them, so that every listed call can be opened.
 * Call `lookSoon` at each new call: it looks a moment later, because the journal drops calls only after it has reported
 * the new one.
 */
export function removeDropped(profileCode: string): { lookSoon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  let isOpen = true;
  let counts = '0 0';

  async function look(): Promise<void> {
    const params = { path: { profileCode }, query: { limit: 1 } };
    const { dropped } = await dataOf(control.GET('/_sandbox/profiles/{profileCode}/journal', { params }));
    const found = `${dropped.exchanges} ${dropped.unauthenticated}`;
    if (!isOpen || found === counts) return;
    for (const authenticated of [true, false]) {
      const gone = await droppedOf(profileCode, authenticated);
      if (!isOpen) return;
      exchanges.remove(new Set(gone));
    }
    exchanges.dropped.value = dropped.exchanges + dropped.unauthenticated;
    counts = found;
  }

  const run = async (): Promise<void> => {
    again = false;
    // After a failure, the next call looks again.
    await look().catch(() => undefined);
    timer = undefined;
    if (again) lookSoon();
  };
  const lookSoon = (): void => {
    if (timer !== undefined) again = true;
    else if (isOpen) timer = setTimeout(() => void run(), LATER_MS);
  };
  return {
    lookSoon,
    stop() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

/**
 * Returns the rows that the journal no longer has. It drops the calls with and without valid credentials independently,
 * each the oldest first.
 */
async function droppedOf(profileCode: string, authenticated: boolean): Promise<Summary[]> {
  const rows = exchanges.rows.value
    .filter((row) => row.authenticated === authenticated)
    .sort((one, other) => one.sequence - other.sequence);
  let [from, to] = [0, rows.length];
  while (from < to) {
    // Checks the oldest row first, because mostly it is still there.
    const middle = from === 0 && to === rows.length ? 0 : Math.floor((from + to) / 2);
    const row = rows[middle];
    if (!row || (await isKept(profileCode, row))) to = middle;
    else from = middle + 1;
  }
  return rows.slice(0, from);
}

/** Reads the curl line, because it is shorter than the exchange. */
async function isKept(profileCode: string, { exchangeId }: Summary): Promise<boolean> {
  const params = { path: { profileCode, exchangeId } };
  try {
    await control.GET('/_sandbox/profiles/{profileCode}/journal/{exchangeId}/curl', { params, parseAs: 'text' });
    return true;
  } catch (error) {
    if (error instanceof ControlError && error.code === 'exchange_not_found') return false;
    // Not every call has such a line.
    if (error instanceof ControlError && error.code === 'exchange_not_repeatable') return true;
    throw error;
  }
}

const LATER_MS = 500;
