import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { withErrorCodes } from '../../docs/openapi/error-codes.ts';
import type { ErrorEntry, ErrorName } from '../../src/interface/errors/catalogue.ts';
import { catalogue, errorCodesOf } from '../../src/interface/errors/catalogue.ts';
import { documentedOperations } from '../server/spec.ts';
import type { Source } from './sources.ts';
import { sources } from './sources.ts';

const entries = Object.entries(catalogue) as [ErrorName, ErrorEntry][];

describe('the catalogue of errors', () => {
  it.each(entries)('%s is used by the sources', (name) => {
    expect(literals.has(name)).toBe(true);
  });

  it('gives each error a unique code within its status', () => {
    const names = entries.map(([name, { status, code = name }]) => `${status} ${code}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it.each(entries)(
    '%s says in a sentence what is wrong, and in another what to do',
    (name, { summary, next, code = name }) => {
      expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
      for (const sentence of [summary, next]) expect(sentence).toMatch(/^["\w].*[^.]\.$/);
    },
  );

  it('has only documented statuses, except for unknown addresses, control API and recorder', () => {
    const documented = new Set<number>(documentedOperations.flatMap(({ statuses }) => statuses));
    const others = entries.filter(([, { status }]) => !documented.has(status)).map(([name]) => name);
    const ofControl = literalsOf(sources.filter(({ path }) => /^src\/(control-api|recorder)\//.test(path)));
    expect(others.slice(0, 2)).toEqual(['not_found', 'method_not_allowed']);
    expect(others.slice(2).filter((name) => !ofControl.has(name))).toEqual([]);
    const ofService = literalsOf(
      sources.filter(
        ({ path }) =>
          !/^src\/(control-api|recorder|cli\/remote)\//.test(path) && path !== 'src/interface/errors/catalogue.ts',
      ),
    );
    expect(others.slice(2).filter((name) => ofService.has(name))).toEqual([]);
  });

  it('is the source of the codes in openapi.yaml', () => {
    const text = readFileSync('openapi.yaml', 'utf8');
    expect(withErrorCodes(text), 'run: npm run generate').toBe(text);
    for (const { operationId, statuses } of documentedOperations) {
      const listed = Object.keys(errorCodesOf(operationId)).map(Number);
      expect(text).toContain(`operationId: ${operationId}`);
      expect(statuses.filter((status) => status !== 200)).toEqual(listed.filter((status) => status !== 200));
    }
  });

  it('names operations for each code of the service, and none for the others', () => {
    const without = entries.filter(([, { operations }]) => !operations).map(([name]) => name);
    const ofService = sources.filter(({ path }) => /^src\/(flights|transfers|scenarios)\//.test(path));
    expect(without.filter((name) => literalsOf(ofService).has(name))).toEqual([]);
  });

  it('is the source of every refusal', () => {
    const refused = sources.flatMap(({ tree }) => refusalNames(tree));
    expect(refused.length).toBeGreaterThan(40);
    expect(refused.filter((name) => !(name in catalogue))).toEqual([]);
  });
});

/** Every text that stands in the sources outside of the catalogue. */
const literals = literalsOf(sources.filter(({ path }) => path !== 'src/interface/errors/catalogue.ts'));

function literalsOf(files: readonly Source[]): Set<string> {
  return new Set(
    files.flatMap(({ tree }) => {
      const texts: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isStringLiteral(node)) texts.push(node.text);
        ts.forEachChild(node, visit);
      };
      visit(tree);
      return texts;
    }),
  );
}

/** The names in `new Refusal('…')`. */
function refusalNames(tree: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isNewExpression(node) &&
      node.expression.getText(tree) === 'Refusal' &&
      node.arguments?.[0] &&
      ts.isStringLiteral(node.arguments[0])
    )
      names.push(node.arguments[0].text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}
