import type { Exchange } from '../../exchange/exchange.ts';
import type { Situation } from './situation.ts';

/**
 * Returns the reasons for a missed event, as far as the journal shows: one sentence for each armed scenario without an
 * effect, or without a delivered response. Empty if the client met the event.
 */
export function findMissedEvents({ armed, needs = 'all' }: Situation, journal: readonly Exchange[]): string[] {
  if (armed === '' || needs === 'none') return [];
  const steps = armed.split(/,(?![^()]*\))/).map(readStep);
  const missed = steps.filter(({ name }) => !CONDITIONS.has(name)).map((step) => whyMissed(step, journal));
  if (needs === 'any' && missed.includes(null)) return [];
  return missed.filter((reason) => reason !== null);
}

/** One armed scenario: `book:502(calls=1)` is the scenario `502` for the operation `book`. */
interface Step {
  name: string;
  /** Null for every operation. */
  operation: string | null;
}

function readStep(text: string): Step {
  const [, operation = null, name = ''] = /^(?:([\w-]+):)?([\w-]+)/.exec(text) ?? [];
  return { name, operation };
}

function whyMissed({ name, operation }: Step, journal: readonly Exchange[]): string | null {
  const calls = journal.filter((exchange) => operation === null || exchange.operation === operation);
  if (calls.length === 0) return `The client never made the call ${operation ?? ''}, needed for ${name}.`;
  const met = calls.filter(({ scenario }) => scenario?.split(',').includes(name));
  if (met.length === 0) return whyIdle(name, calls);
  if (LATE.test(name) || met.some(({ ending }) => ending !== 'client-gone')) return null;
  return `The client stopped waiting before the response of ${name}.`;
}

/** Returns the reason for an idle scenario: no client call met it. */
function whyIdle(name: string, calls: readonly Exchange[]): string {
  const [idle] = calls.flatMap(({ idle: all = [] }) => all.filter((one) => one.name === name));
  if (!idle) return `No call of the client met ${name}; something disarmed it.`;
  if (idle.reason === 'client-gone') return `The client stopped waiting before ${name} acted.`;
  if (idle.reason === 'refused') return `The service refused every call of the client that ${name} could affect.`;
  return `${name} does not affect the calls of the client.`;
}

/** Scenarios with an effect only if the client makes a forbidden call. */
const CONDITIONS: ReadonlySet<string> = new Set(['resend-double-books']);
/** Scenarios with the client's own time-out as the event. */
const LATE = /^(?:slow|timeout(?:-after-commit)?)$/;
