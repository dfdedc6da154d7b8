import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const MATCHERS = ['toEqual', 'toMatchObject', 'toStrictEqual'];

it('no matcher of objects has a bare regular expression, which toMatchObject takes for any value', () => {
  const files = globSync('test/**/*.ts').filter((path) =>
    MATCHERS.some((name) => readFileSync(path, 'utf8').includes(name)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => bareExpressions(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it('a bare regular expression is found at any depth, one in a call is not', () => {
  const call = (argument: string) => bareExpressions('a.ts', `expect(found).toMatchObject(${argument});`);
  expect(call('{ one: [{ reason: /why/ }] }')).toEqual(['a.ts:1 /why/']);
  expect(call('{ reason: expect.stringMatching(/why/) }')).toEqual([]);
});

function bareExpressions(path: string, text: string): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node))
      found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.text}`);
    if (!ts.isCallExpression(node)) ts.forEachChild(node, look);
  };
  const visit = (node: ts.Node): void => {
    if (isMatcher(node)) node.arguments.forEach(look);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isMatcher(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    MATCHERS.includes(node.expression.name.text)
  );
}
