import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The title of one test and the file that it stands in. */
export interface Title {
  file: string;
  text: string;
}

/** The titles of all tests that run: the first argument of it and test, skipped and planned ones left out. */
export function readTitles(pattern: string): Title[] {
  return globSync(pattern).flatMap((file) => titlesIn(readFileSync(file, 'utf8')).map((text) => ({ file, text })));
}

/** The ids in square brackets in a title. */
export function ruleIdsIn(title: string): string[] {
  return [...title.matchAll(/\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]/g)].map((match) => match[1]);
}

/** The titles in the source text of one test file. */
export function titlesIn(sourceText: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      if (isSkippedGroup(node.expression)) return;
      const title = node.arguments[0] && textOf(node.arguments[0]);
      if (isTest(node.expression) && title !== undefined) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', sourceText, ts.ScriptTarget.ESNext));
  return titles;
}

/** The text of a literal, or of several that are joined by plus signs; undefined for anything else. */
function textOf(title: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isBinaryExpression(title) || title.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(title.left), textOf(title.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** `it`, `test`, `it.concurrent`, `it.each(…)` and the like, but not `it.skip` and `it.todo`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return isTest(callee.tag);
  return (
    ts.isPropertyAccessExpression(callee) && !['skip', 'todo'].includes(callee.name.text) && isTest(callee.expression)
  );
}

function isSkippedGroup(callee: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    ['skip', 'todo'].includes(callee.name.text) &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'describe'
  );
}
