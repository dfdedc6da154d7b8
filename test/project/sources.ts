import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A source file with what it imports and the names that it uses. */
export interface Source {
  /** From the root of the project: `src/server/create-app.ts`. */
  path: string;
  text: string;
  tree: ts.SourceFile;
  imports: Import[];
}

export interface Import {
  /** From the root for a file of the project, as written for a package. */
  of: string;
  /** Types are all that is taken: nothing of it is there at run time. */
  typeOnly: boolean;
}

/** The sources of `src` that people write, without generated files. */
export const sources = readSources('src/**/*.{ts,cts,mts}');

export const consoleSources = readSources('console/**/*.{ts,tsx}');

function readSources(pattern: string): Source[] {
  return globSync(pattern)
    .filter((path) => !path.endsWith('.gen.ts'))
    .sort()
    .map(readSource);
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) imports.push({ ...found, of: found.of.startsWith('.') ? join(dirname(path), found.of) : found.of });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, text, tree, imports };
}

/** Matches `import … from`, `export … from`, `import('…')` and `typeof import('…')`. */
function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node)) {
    return { of: (node.moduleSpecifier as ts.StringLiteral).text, typeOnly: isTypeOnly(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { of: (node.moduleSpecifier as ts.StringLiteral).text, typeOnly: node.isTypeOnly };
  }
  if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword &&
    ts.isStringLiteral(node.arguments[0])
  ) {
    return { of: node.arguments[0].text, typeOnly: false };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { of: (node.argument.literal as ts.StringLiteral).text, typeOnly: true };
  }
  return undefined;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause || clause.isTypeOnly) return clause !== undefined;
  const names = clause.namedBindings;
  return (
    clause.name === undefined &&
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.every((element) => element.isTypeOnly)
  );
}
