import { repositoryPage } from '../../base/package-root.ts';
import type { ConductCheck } from './conduct.ts';

/** Returns a rule's address in docs/judge-rules.md, with the usual mistakes and the right way. */
export function pageOf(ruleId: string): string {
  return `${PAGE}#${anchorOf(ruleId)}`;
}

/** Returns the GitHub anchor for a heading with this id: `transfer.502.read-first` → `transfer502read-first`. */
export function anchorOf(ruleId: string): string {
  return ruleId
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

const PAGE = repositoryPage('docs/judge-rules.md');

/** Usual mistakes and the right conduct for a rule, from its checks. */
export interface WrongAndRight {
  wrong: string[];
  right: string[];
}

/** Returns each sentence once; none for a rule without a check. */
export function wrongAndRight(rule: string, checks: readonly ConductCheck[]): WrongAndRight {
  const own = checks.filter(({ rules }) => rules.includes(rule));
  return {
    wrong: [...new Set(own.map(({ wrong }) => wrong))],
    right: [...new Set(own.map(({ right }) => right))],
  };
}
