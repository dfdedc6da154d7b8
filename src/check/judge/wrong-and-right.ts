import type { ConductCheck } from './conduct.ts';

/** How clients break a rule, and how to do it right, as its checks say it. */
export interface WrongAndRight {
  wrong: string[];
  right: string[];
}

/** Each sentence once; none for a rule without a check. */
export function wrongAndRight(rule: string, checks: readonly ConductCheck[]): WrongAndRight {
  const own = checks.filter(({ rules }) => rules.includes(rule));
  return {
    wrong: [...new Set(own.map(({ wrong }) => wrong))],
    right: [...new Set(own.map(({ right }) => right))],
  };
}
