import { repositoryPage } from '../../base/package-root.ts';
import type { ConductCheck } from './conduct.ts';

/** The address of what docs/judge-rules.md says of a rule: what clients do wrong, and how to do it right. */
export function pageOf(ruleId: string): string {
  return `${PAGE}#${anchorOf(ruleId)}`;
}

/** The anchor of a heading with this id, as GitHub makes it: `transfer.502.read-first` → `transfer502read-first`. */
export function anchorOf(ruleId: string): string {
  return ruleId
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

const PAGE = repositoryPage('docs/judge-rules.md');

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
