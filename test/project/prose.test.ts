import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';

const AREAS = ['src/', 'console/', 'contracts/', 'test/support/'];

/** Highest number of relative words per 100 words of comments (docs/contributing/style.md). Lower it, never raise it. */
const BAR = 1.5;

/** The same for each page. */
const PAGE_BAR = 4;

const RELATIVE = /\b(which|that|who|whose|where)\b/gi;

describe('the comments', () => {
  it.each(AREAS)('the comments of %s have few relative words', (area) => {
    const comments = commentsOf(area);
    const words = comments.match(/[\p{L}'-]+/gu)?.length ?? 0;
    expect(words).toBeGreaterThan(100);
    const rate = (100 * (comments.match(RELATIVE)?.length ?? 0)) / words;
    expect(rate).toBeLessThanOrEqual(BAR);
  });
});

describe('the pages', () => {
  const pages = texts.filter(({ path }) => /^(docs\/((guides|contributing)\/)?)?[\w-]+\.md$/.test(path));

  it.each(pages)('$path has few relative words', ({ text }) => {
    const prose = text
      .replace(/```.*?```/gs, '')
      .replace(/^\|.*$/gm, '')
      .replace(/`[^`]*`|https?:\S+/g, '');
    const words = prose.match(/[\p{L}'-]+/gu)?.length ?? 0;
    const allowed = Math.max(3, (words * PAGE_BAR) / 100);
    expect(prose.match(RELATIVE)?.length ?? 0).toBeLessThanOrEqual(allowed);
  });

  const read = texts.filter(({ path }) =>
    /^((docs|docs\/guides|docs\/contributing|decisions)\/)?[\w-]+\.md$/.test(path),
  );

  it.each(read)('$path has no sentence that begins like a question and is a statement', ({ text }) => {
    const prose = text.replace(/```.*?```/gs, '').replace(/^[|#].*$/gm, '');
    const sentences = prose.split(/(?<=[.!?:])\s+|^[-*] |\n\n/m).map((sentence) => sentence.trim());
    expect(sentences.filter((sentence) => QUESTION.test(sentence) && !sentence.endsWith('?'))).toEqual([]);
  });
});

const QUESTION = /^(What|Whether|How|Those)\b/;

/** Returns the lines that are comments, without code and links in them. */
function commentsOf(area: string): string {
  const files = texts.filter(({ path }) => path.startsWith(area) && /\.(ts|tsx)$/.test(path));
  const lines = files.flatMap(({ text }) => text.match(/^\s*(?:\/\*\*|\*|\/\/).*$/gm) ?? []);
  return lines.join('\n').replace(/`[^`]*`|https?:\S+/g, '');
}
