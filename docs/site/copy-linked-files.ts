import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { linksOf } from './markdown-links.ts';

/** Puts files into the site that pages link to, and that are no pages themselves: openapi.yaml, examples. */
export function copyLinkedFiles(pages: readonly string[], outDir: string): void {
  const linked = pages.flatMap((page) =>
    linksOf(readFileSync(page, 'utf8'))
      .map((link) => normalize(join(dirname(page), link.split('#')[0] ?? '')))
      .filter((path) => !path.endsWith('.md') && existsSync(path) && statSync(path).isFile()),
  );
  for (const path of new Set(linked)) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    cpSync(path, join(outDir, path));
  }
}
