import { Lru } from '../../../base/lru.ts';
import type { Finding } from '../finding.ts';

/** What an exchange broke, without the exchanges that show it. Plain JSON. */
export type CausedVerdict = Pick<Finding, 'level' | 'check' | 'rules' | 'advice' | 'expected' | 'actual' | 'pointer'>;

/** What each exchange of the profiles broke, for as many exchanges as are held. */
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

/** An imported exchange keeps the id that it had in another profile. */
function keyOf(profile: string, exchangeId: string): string {
  return `${profile} ${exchangeId}`;
}

/** Of all profiles together. */
const MAX_EXCHANGES = 20_000;
