import ts from 'typescript';
import { expect, it } from 'vitest';
import { texts } from './texts.ts';

interface Title {
  place: string;
  called: string;
  title: string;
}

const titles = texts.filter(({ path }) => /\.test\.tsx?$/.test(path)).flatMap(({ path, text }) => titlesOf(path, text));

it('the titles of tests are found', () => expect(titles.length).toBeGreaterThan(2000));

it('a title of a test does not continue its describe with a preposition or a relative word', () => {
  const fragments = titles.filter(({ called, title }) => called !== 'describe' && FRAGMENT.test(title));
  expect(fragments).toEqual([]);
});

it('a describe names its subject', () => {
  const nameless = titles.filter(({ called, title }) => called === 'describe' && QUESTION.test(title));
  expect(nameless).toEqual([]);
});

it('a comment of a test begins with a verb or a noun', () => {
  const tests = texts.filter(({ path }) => /^test\/.*\.tsx?$/.test(path));
  const odd = tests.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:\/\*\*|\/\/) ((?:What|Whether|Where|That|How|Of|Those|Whose|Which) .*)$/gm)].map(
      ([, comment]) => `${path}: ${comment}`,
    ),
  );
  expect(odd).toEqual([]);
});

it('a title, a message and a rule have none of the roundabout phrases', () => {
  const own = texts.filter(({ path }) => PLAIN.test(path) && !GENERATED.test(path));
  expect(own.length).toBeGreaterThan(300);
  const lines = own.flatMap(({ path, text }) => text.split('\n').map((line, i) => `${path}:${i + 1}: ${line}`));
  expect(lines.filter((line) => ROUNDABOUT.test(line))).toEqual([]);
  expect(titles.filter(({ title }) => ROUNDABOUT.test(title))).toEqual([]);
});

it('a fragment is rejected', () => {
  expect('is refused, whatever the client sends').toMatch(ROUNDABOUT);
  expect('of another profile stays unchanged').toMatch(FRAGMENT);
  expect('where the search may have been').toMatch(QUESTION);
  expect('leaves another profile unchanged').not.toMatch(FRAGMENT);
});

const PLAIN = /^(console|contracts|src(?!\/store))\/.*\.(tsx?|yaml)$|^openapi\.yaml$/;
const GENERATED = /^contracts\/(bad-clients|defects)\.yaml$/;
const ROUNDABOUT = new RegExp(
  '\\b(whatever|whichever|side by side|any more|all the same|bec(a|o)mes? of|as ever|lies ahead|yet to come|' +
    'however (many|much|long|often))\\b',
  'i',
);
const QUESTION = /^(what|whether|where|that|how|of|those|whose|which) /i;
const FRAGMENT = new RegExp(
  `${QUESTION.source}|^(with|without|for|when|while|if|by|not|in|on|at|as|and|but|or|to|from|after|before|until|also) `,
  'i',
);

/** Returns the literal titles that a file gives to `it`, `test` and `describe`, also to those of `each`. */
function titlesOf(path: string, text: string): Title[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Title[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const [called] = /^(it|test|describe)\b/.exec(node.expression.getText()) ?? [];
      const [first] = node.arguments;
      if (called !== undefined && first !== undefined && ts.isStringLiteralLike(first)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push({ place: `${path}:${line + 1}`, called, title: first.text });
      }
    }
    ts.forEachChild(node, visit);
  }
}
