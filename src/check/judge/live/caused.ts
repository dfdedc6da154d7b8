import { Lru } from '../../../base/lru.ts';
import type { Finding } from '../finding.ts';

/** A finding on an exchange, without its evidence. Plain JSON. */
export type CausedVerdict = Pick<Finding, 'level' | 'check' | 'rules' | 'advice' | 'expected' | 'actual' | 'pointer'>;

/** Findings by exchange, for a limited number of exchanges. */
export class Caused {
  readonly #byExchange = new Lru<readonly CausedVerdict[]>(MAX_EXCHANGES);

  add(profile: string, exchangeId: string, findings: readonly Finding[]): void {
    const verdicts = findings.map(({ level, check, rules, advice, expected, actual, pointer }): CausedVerdict => ({
      level,
      check,
      rules,
      advice,
      expected,
      actual,
      pointer,
    }));
    this.#byExchange.set(keyOf(profile, exchangeId), verdicts);
  }

  of(profile: string, exchangeId: string): readonly CausedVerdict[] {
    return this.#byExchange.peek(keyOf(profile, exchangeId)) ?? [];
  }

  forget(profile: string): void {
    for (const key of [...this.#byExchange.keys()]) if (key.startsWith(`${profile} `)) this.#byExchange.delete(key);
  }
}

/** Returns a key with the profile, because an imported exchange keeps its id from another profile. */
function keyOf(profile: string, exchangeId: string): string {
  return `${profile} ${exchangeId}`;
}

/** Limit for all profiles together. */
const MAX_EXCHANGES = 20_000;
