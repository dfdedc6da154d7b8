import type { MarkdownRenderer } from 'vitepress';

/** Links of the repository become those of the site: README.md is the index of its folder, other files stay files. */
export function siteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site-links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^([a-z]+:|#)/.test(href)) continue;
      // With a target, VitePress takes an address as it is.
      if (!/\.md(#|$)/.test(href)) token.attrSet('target', '_self');
      token.attrSet('href', href.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md'));
    }
  });
}
