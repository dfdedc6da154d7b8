import { repositoryPage } from '../../base/package-root.ts';

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
