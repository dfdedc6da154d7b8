import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { present } from '../support/present.ts';

interface Manifest {
  name: string;
  exports: Record<string, string | { types: string }>;
}

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Source files of the package's modules, by the names that users import: each code entry in `exports`. */
const ENTRIES = Object.fromEntries(
  Object.entries(exports).flatMap(([path, targets]) =>
    typeof targets === 'string' ? [] : [[path.replace(/^\./, name), sourceOf(targets.types)]],
  ),
);

const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config as unknown,
    ts.sys,
    '.',
  ).options,
  declaration: false,
  // An example may end with a declaration.
  noUnusedLocals: false,
  paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, [`./${path}`]])),
};

it('every export of the package has an example that compiles', { timeout: 180_000 }, () => {
  expect(Object.keys(ENTRIES)).toContain('taxiway/contracts');
  const examples = publicExamples();
  expect(examples.length).toBeGreaterThan(8);
  expect(examples.filter(({ code }) => code === '').map(({ name }) => name)).toEqual([]);
  expect(faultsOf(examples.map(({ code }) => code))).toEqual([]);
  expect(faultsOf(["import { createSandbox } from 'taxiway';\nawait createSandbox({ sead: 1 });"])).toHaveLength(1);
});

/** Returns each export with the code of its `@example`; an empty text if it has none. */
function publicExamples(): { name: string; code: string }[] {
  const program = ts.createProgram(Object.values(ENTRIES), options);
  const checker = program.getTypeChecker();
  return Object.entries(ENTRIES).flatMap(([module, path]) => {
    const file = present(program.getSourceFile(path), path);
    const symbol = present(checker.getSymbolAtLocation(file), module);
    const exported = checker.getExportsOfModule(symbol).map((one) => resolved(checker, one));
    return exported.map((one) => ({ name: `${module}: ${one.name}`, code: exampleOf(checker, one) }));
  });
}

/** Returns the source of a declaration file: dist/src/index.d.cts comes from src/index.ts. */
function sourceOf(declarations: string): string {
  return declarations.replace('./dist/', '').replace(/\.d\.[cm]?ts$/, '.ts');
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function exampleOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === 'example');
  const text = ts.displayPartsToString(tag?.text);
  return /^```ts\n([^]*?)\n```$/m.exec(text)?.[1] ?? '';
}

/** Compiles modules in the place of a user's, and returns the faults. */
function faultsOf(modules: readonly string[]): string[] {
  const files = new Map(modules.map((code, i) => [resolve(`example-${i}.ts`), code]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path) ?? disk.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const code = files.get(path);
      if (code === undefined) return disk.getSourceFile(path, version, ...rest);
      return ts.createSourceFile(path, code, version, true);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ messageText, file }) => `${file?.text}\n${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
