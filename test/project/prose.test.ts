import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';

/**
 * Highest rate of relative words per 100 words of comments, for each area. The target is 2.5 in all of them
 * (CONTRIBUTING.md, Style). Lower a rate when its area gets better; never raise one.
 */
const BARS: Readonly<Record<string, number>> = { 'src/': 4, 'console/': 3.6, 'contracts/': 4.1, 'test/support/': 4 };

const RELATIVE = /\b(which|that|who|whose|where)\b/gi;

describe('the comments', () => {
  it.each(Object.entries(BARS))('of %s have at most %d relative words in 100', (area, bar) => {
    const comments = commentsOf(area);
    const words = comments.match(/[\p{L}'-]+/gu)?.length ?? 0;
    expect(words).toBeGreaterThan(100);
    const rate = (100 * (comments.match(RELATIVE)?.length ?? 0)) / words;
    expect(rate).toBeLessThanOrEqual(bar);
  });
});

/** Returns the lines that are comments, without code and links in them. */
function commentsOf(area: string): string {
  const files = texts.filter(({ path }) => path.startsWith(area) && /\.(ts|tsx)$/.test(path));
  const lines = files.flatMap(({ text }) => text.match(/^\s*(?:\/\*\*|\*|\/\/).*$/gm) ?? []);
  return lines.join('\n').replace(/`[^`]*`|https?:\S+/g, '');
}
