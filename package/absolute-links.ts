import { posix } from 'node:path';
import { repositoryPage } from '../src/base/package-root.ts';

/**
 * Returns the text of a Markdown page with links to the repository, as it is at this version, in place of relative
 * ones: for a copy of the page elsewhere. Links to the `present` files stay: the copy has them too.
 *
 * @example absoluteLinks('[scale](docs/scale.md#limits)', 'CHANGELOG.md')
 */
export function absoluteLinks(text: string, page: string, present: ReadonlySet<string> = new Set()): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (link, target: string, anchor = '') => {
    const path = posix.join(posix.dirname(page), target);
    return present.has(path) ? link : `](${repositoryPage(path)}${anchor})`;
  });
}
