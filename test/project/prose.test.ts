import { describe, expect, it } from 'vitest';
import type { Text } from './texts.ts';
import { texts } from './texts.ts';

const AREAS = ['src/', 'console/', 'contracts/', 'test/support/'];

/** Highest number of relative words per 100 comment words (docs/contributing/style.md). Lower it, never raise it. */
const BAR = 1.5;

/** The same for each page. */
const PAGE_BAR = 4;

/**
 * Highest number of "of" per 100 comment words in all code, and of sentences with two or more. Well-written projects
 * have 0.9 to 1.3 per 100 words. Lower both, never raise them.
 */
const OF_BAR = 2.5;
const CHAIN_BAR = 245;

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

describe('the word "of" in comments', () => {
  const files = texts.filter(({ path }) => /\.tsx?$/.test(path)).map(countOf);

  it('is rare', () => {
    const words = sum(files, 'words');
    expect(words).toBeGreaterThan(50_000);
    const rate = (100 * sum(files, 'found')) / words;
    expect(rate, `most of them are in ${worst(files, 'found')}`).toBeLessThanOrEqual(OF_BAR);
  });

  it('seldom occurs twice in a sentence', () => {
    expect(sum(files, 'chains'), `most of these are in ${worst(files, 'chains')}`).toBeLessThanOrEqual(CHAIN_BAR);
  });

  it('is counted once per occurrence, and twice in a sentence as a chain', () => {
    const text = '/** The end of the list of rows. One of them: `of`. */\n// Of rows,\n// of a number\nconst of = 1;\n';
    expect(countOf({ path: 'a.ts', text })).toEqual({ path: 'a.ts', words: 15, found: 5, chains: 2 });
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

  it.each(read)('$path has no statement that begins like a question', ({ text }) => {
    const prose = text.replace(/```.*?```/gs, '').replace(/^[|#].*$/gm, '');
    const sentences = prose.split(/(?<=[.!?:])\s+|^[-*] |\n\n/m).map((sentence) => sentence.trim());
    expect(sentences.filter((sentence) => QUESTION.test(sentence) && !sentence.endsWith('?'))).toEqual([]);
  });
});

it('ARCHITECTURE.md has at most 250 lines, and at most 120 words in a paragraph', () => {
  const { text = '' } = texts.find(({ path }) => path === 'ARCHITECTURE.md') ?? {};
  const paragraphs = text.replace(/```.*?```/gs, '').split(/\n\n|\n(?=[-|] ?)/);
  expect(text.split('\n').length).toBeLessThanOrEqual(251);
  expect(paragraphs.length).toBeGreaterThan(40);
  expect(paragraphs.filter((paragraph) => paragraph.split(/\s+/).length > 120)).toEqual([]);
});

const QUESTION = /^(What|Whether|How|Those)\b/;

interface OfCount {
  path: string;
  /** Comment words. */
  words: number;
  found: number;
  /** Sentences with two or more. */
  chains: number;
}

function countOf({ path, text }: Text): OfCount {
  const comments = commentsIn(text);
  const sentences = comments
    .replace(/^\s*(\/\*\*|\*\/|\*|\/\/)/gm, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?;:]) /)
    .map((sentence) => sentence.match(/\bof\b/gi)?.length ?? 0);
  return {
    path,
    words: comments.match(/[\p{L}'-]+/gu)?.length ?? 0,
    found: sentences.reduce((total, found) => total + found, 0),
    chains: sentences.filter((found) => found > 1).length,
  };
}

function sum(counts: readonly OfCount[], key: 'words' | 'found' | 'chains'): number {
  return counts.reduce((total, count) => total + count[key], 0);
}

/** Lists the files with the highest counts. */
function worst(counts: readonly OfCount[], key: 'found' | 'chains'): string {
  const sorted = counts.toSorted((a, b) => b[key] - a[key]).slice(0, 10);
  return sorted.map((count) => `${count.path} (${count[key]})`).join(', ');
}

function commentsOf(area: string): string {
  const files = texts.filter(({ path }) => path.startsWith(area) && /\.(ts|tsx)$/.test(path));
  return files.map(({ text }) => commentsIn(text)).join('\n');
}

/** Returns the lines that are comments, without code and links in them. */
function commentsIn(text: string): string {
  const lines = text.match(/^\s*(?:\/\*\*|\*|\/\/).*$/gm) ?? [];
  return lines.join('\n').replace(/`[^`]*`|https?:\S+/g, '');
}
