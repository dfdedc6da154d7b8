import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { ErrorEntry, ErrorName } from '../../src/interface/errors/catalogue.ts';
import { catalogue } from '../../src/interface/errors/catalogue.ts';
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
