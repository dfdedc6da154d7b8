import { describe, expect, it } from 'vitest';
import { findRejected, readRejected } from './rejected-words.ts';
import { texts } from './texts.ts';

/** Names that files, databases or clients hold: a rename would break them. `in` has folders and files. */
const KEPT: readonly { text: RegExp; in: readonly string[]; why: string }[] = [
  {
    // Not in a sentence, as in "an answer".
    text: /(?<!\b(an?|the|its|no|each|every) )\banswer\b/g,
    in: [
      'src/store/',
      'src/control-api/',
      'src/flights/orders/create-order.ts',
      'test/store/',
      'test/control-api/',
      'test/flights/orders-provider.test.ts',
      'test/server/control.test.ts',
    ],
    why: 'the member and the column of an order record',
  },
  {
    text: /(?<=['`"]|enum: \[|"ending\\?":\\?")answered\b/g,
    in: [
      'src/exchange/',
      'src/recorder/',
      'test/exchange/',
      'test/recorder/',
      'src/store/',
      'src/control-api/',
      'src/http/',
      'src/server/refuse-unreadable.ts',
      'src/journal/',
      'src/cli/remote/',
      'test/store/',
      'test/control-api/',
      'src/check/verify/',
      'test/check/',
      'docs/journal.md',
    ],
    why: 'how an exchange of the journal ended',
  },
  { text: /\bat(:| ===) 'answer'/g, in: ['src/'], why: 'the edge of a scenario' },
  { text: /\berrors\.lost-answers\b|\banswers\.to-come\b/g, in: [''], why: 'ids of assumptions' },
  {
    text: /\banswers-[a-z0-9-]+|\b[a-z-]+-does-not-answer\b/g,
    in: ['contracts/defects.yaml', 'docs/registers/coverage.md', 'test/defects/'],
    why: 'names of defects',
  },
];

const rejected = readRejected();

describe('the rejected words of the glossary', () => {
  it('do not occur', () => {
    expect(texts.flatMap(({ path, text }) => findRejected(path, withoutKept(path, text), rejected))).toEqual([]);
  });

  it('are allowed only in existing names that are stored or sent', () => {
    const unused = KEPT.filter((kept) => !texts.some(({ path, text }) => isAt(path, kept.in) && text.match(kept.text)));
    expect(unused).toEqual([]);
  });
});

describe('the search for rejected words', () => {
  it.each([
    ['in a comment', '// Returns the answer.'],
    ['at the start of a sentence', '/** Answers a search. */'],
    ['in a part of a name', 'leaveUnanswered(socket);'],
    ['at the start of a name', 'type AnswerShape = string;'],
    ['in a constant', 'const MAX_PATIENCE_MS = 500;'],
    ['in a word with hyphens', "'the-answer-is-late'"],
    ['of more than one word', '// holds, or is held against the schema'],
    ['by its exact name', 'app.serveAtOnce(request);'],
  ])('finds a rejected word %s', (_where, text) => {
    expect(findRejected('src/example.ts', text, rejected)).toEqual([expect.stringContaining('src/example.ts:1: ')]);
  });

  it('finds a rejected word in the path of a file', () => {
    expect(findRejected('src/reshape-answer.ts', '', rejected)).toEqual([expect.stringContaining('"answer"')]);
  });

  it('names the line, the word and its replacement', () => {
    expect(findRejected('src/example.ts', '\n// once anew', rejected)).toEqual([
      'src/example.ts:2: "anew" is a rejected word of docs/glossary.md; write: again',
    ]);
  });

  it('ignores words that only contain a rejected one', () => {
    expect(findRejected('src/example.ts', '// a toldo, serve at once, a broken file', rejected)).toEqual([]);
  });
});

function withoutKept(path: string, text: string): string {
  return KEPT.filter((kept) => isAt(path, kept.in)).reduce((rest, kept) => rest.replace(kept.text, ''), text);
}

function isAt(path: string, places: readonly string[]): boolean {
  return places.some((place) => path.startsWith(place));
}
