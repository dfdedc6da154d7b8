import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Source } from './sources.ts';
import { sources } from './sources.ts';

const TIME = [
  'Date.now',
  'performance.now',
  'performance.timeOrigin',
  'process.hrtime',
  'process.hrtime.bigint',
  'process.uptime',
  'Date',
];
const CHANCE = [
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'randomUUID',
  'randomBytes',
  'randomInt',
  'getRandomValues',
];

describe('the same seed, clock and requests make the same bytes:', () => {
  it('only clock.ts reads the time', () => {
    expect(usesOf(TIME)).toEqual(['src/base/clock.ts']);
  });

  it('only ids.ts makes random values', () => {
    expect(usesOf(CHANCE)).toEqual(['src/base/ids.ts']);
  });

  it('a planted violation is found', () => {
    const seen = [
      'Date.now()',
      'new Date()',
      'Date()',
      'performance.now()',
      'process.hrtime.bigint()',
      'globalThis.Date.now()',
    ].map((code) => asks(tree(code), TIME));
    expect(seen).toEqual(seen.map(() => true));
    expect(asks(tree('const { randomUUID } = crypto; Math.random()'), CHANCE)).toBe(true);
    expect(asks(tree('import { randomUUID } from "node:crypto"; randomUUID()'), CHANCE)).toBe(true);
    expect(asks(tree('new Date(instant); Date.parse(text); Date.UTC(2027, 0)'), TIME)).toBe(false);
  });
});

function usesOf(names: readonly string[]): string[] {
  return sources.filter(({ tree }) => asks(tree, names)).map(({ path }) => path);
}

/**
 * True if a file calls one of the functions, or takes one of them to call it later. `Date` is a call without arguments.
 */
function asks(root: ts.SourceFile, names: readonly string[]): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(root) === 'Date' && !node.arguments?.length)
      found ||= names.includes('Date');
    else if (ts.isCallExpression(node) && node.expression.getText(root) === 'Date') found ||= names.includes('Date');
    else if (ts.isPropertyAccessExpression(node))
      found ||= names.includes(node.getText(root).replace(/^globalThis\./, ''));
    else if (ts.isIdentifier(node) && node.text !== 'Date')
      found ||= names.includes(node.text) && !ts.isPropertyAccessExpression(node.parent);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function tree(code: string): Source['tree'] {
  return ts.createSourceFile('code.ts', code, ts.ScriptTarget.ESNext, true);
}
