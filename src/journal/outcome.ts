import type { Ending, Outcome } from '../exchange/exchange.ts';
import type { JournaledExchange } from '../store/journal.ts';

/** Returns a response's meaning: `400 offer_not_found`. `body` is its JSON value, undefined if unknown. */
export function outcomeOf(status: number | null, ending: Ending, body: unknown): Outcome {
  if (ending !== 'answered' || status === null) return { kind: 'lost', text: lostText(status, ending) };
  if (status >= 500) return { kind: 'error', text: withWords(status, codeOf(body)) };
  if (status >= 400) return { kind: 'refused', text: withWords(status, codeOf(body)) };
  if (body === BROKEN) return { kind: 'error', text: `${status} with a body that is not JSON` };
  return outcomeOfSuccess(status, body);
}

/** Returns a stored exchange's outcome. A cut body is unknown. */
export function outcomeOfRecord({ status, ending, response }: Omit<JournaledExchange, 'outcome'>): Outcome {
  return outcomeOf(status, ending, response === null || response.cut ? undefined : valueOf(response.body));
}

/** Placeholder for a response body with invalid JSON. */
export const BROKEN = Symbol('a body that is not JSON');

function outcomeOfSuccess(status: number, body: unknown): Outcome {
  const state = codeOf(body, 'status') ?? codeOf(body, 'state');
  if (state === 'failed') {
    const reason = codeOf(fieldOf(body, 'error'));
    return { kind: 'failed', text: `${status} failed${reason === undefined ? '' : `: ${reason}`}` };
  }
  // A booking with an unknown status is not completed either.
  if (state === 'pending' || fieldOf(body, 'completed') === false)
    return { kind: 'pending', text: withWords(status, state) };
  const offers = fieldOf(body, 'offers');
  const isEmpty = Array.isArray(offers) && offers.length === 0;
  return { kind: 'ok', text: withWords(status, isEmpty ? 'no offers' : state) };
}

function lostText(status: number | null, ending: Ending): string {
  if (ending === 'truncated') return withWords(status, 'cut off halfway');
  if (ending === 'client-gone') return 'client left before the response';
  return ending === 'reset' ? 'connection reset' : 'no response';
}

function withWords(status: number | null, words: string | undefined): string {
  return [status, words].filter((part) => part !== null && part !== undefined).join(' ');
}

/** The body in an imported file may have any form. */
function codeOf(body: unknown, field = 'code'): string | undefined {
  const value = fieldOf(body, field);
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) ? value : undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
  return (value as Record<string, unknown>)[field];
}

function valueOf(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return BROKEN;
  }
}
