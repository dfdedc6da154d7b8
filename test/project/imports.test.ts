import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Import, Source } from './sources.ts';
import { consoleSources, sources } from './sources.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };

/** Allowed imports of every folder: the types of the interface, its error codes, and the base. */
const COMMON = [
  'src/interface/api.ts',
  'src/interface/api.gen.ts',
  'src/interface/gdsproviders.ts',
  'src/interface/errors/',
  'src/base/',
];

/** Allowed imports of the domain: interfaces of store and scenarios, not their implementations. */
const DOMAIN = [...COMMON, 'src/request-context.ts', 'src/scenarios/effects.ts', 'src/interface/rules/'];

/** Allowed imports of black boxes: they know the service by its interface document and its exchanges. */
const BLACK_BOX = ['src/base/', 'src/interface/', 'src/exchange/', 'src/config/', 'src/check/report/'];

/** Allowed imports of the request handlers. */
const SERVED = [
  ...COMMON,
  'src/interface/',
  'src/exchange/',
  'src/config/',
  'src/request-context.ts',
  'src/check/judge/',
  'src/check/exam/interactive/exams.ts',
  'src/flights/',
  'src/transfers/',
  'src/journal/',
  'src/metrics/',
  'src/scenarios/',
  'src/store/',
  'src/timeline/',
  'src/http/',
  'src/profiles/',
  'src/providers.ts',
  'src/service.ts',
];

/** The rooms, each with what it may import in addition to itself and packages. `types`: as types only. */
const layers: { folder: string; may: string[]; types?: (path: string) => string[] }[] = [
  {
    folder: 'src/cli/',
    may: [
      'src/base/',
      'src/check/',
      'src/config/',
      'src/control-api/load-control.ts',
      'src/exchange/redaction.ts',
      'src/interface/',
      'src/profiles/demo-keys.ts',
      'src/recorder/',
      'src/scenarios/',
      'src/server/',
      'src/store/sql/postgres/doctor/examine.ts',
    ],
    types: () => ['src/profiles/', 'src/interface/control-api.ts', 'src/interface/control-api.gen.ts'],
  },
  // Works in front of any service: of the sandbox it knows the scenarios, and the control API without the domain.
  {
    folder: 'src/recorder/',
    may: [
      ...BLACK_BOX,
      'src/check/judge/',
      'src/check/verify/responses/',
      'src/control-api/',
      'src/http/',
      'src/journal/outcome.ts',
      'src/profiles/profile-lock.ts',
      'src/scenarios/',
    ],
    types: () => ['src/check/verify/http/exchange.ts', 'src/check/verify/verdict.ts', 'src/journal/', 'src/store/'],
  },
  {
    folder: 'src/check/verify/',
    may: [...BLACK_BOX, 'src/require-node.cjs'],
    types: () => ['src/interface/control-api.gen.ts'],
  },
  { folder: 'src/check/judge/', may: BLACK_BOX },
  {
    folder: 'src/check/report/',
    may: ['src/base/', 'src/exchange/picture/', 'src/config/setting.ts', 'src/config/shared-settings.ts'],
  },
  // A client of the sandbox, through the control API. Its caller gives it the sandbox.
  {
    folder: 'src/check/exam/',
    may: [...BLACK_BOX, 'src/check/judge/'],
    types: () => ['src/interface/control-api.gen.ts', 'src/store/exams.ts', 'src/store/store.ts'],
  },
  // The fixtures of the test runners. A thread has the sandbox.
  {
    folder: 'src/fixture/',
    may: [
      ...['src/base/', 'src/exchange/', 'src/check/judge/', 'src/check/report/'],
      ...['src/server/create-sandbox.ts', 'src/require-node.cjs'],
    ],
    types: () => ['src/profiles/credentials.ts'],
  },
  { folder: 'src/server/', may: [...SERVED, 'src/control-api/'] },
  { folder: 'src/control-api/', may: SERVED },
  // Request steps of the service and the control API.
  {
    folder: 'src/http/',
    may: [
      ...COMMON,
      'src/interface/openapi/',
      'src/exchange/',
      'src/config/',
      'src/check/judge/',
      'src/journal/',
      'src/metrics/',
      'src/profiles/',
      'src/scenarios/',
      'src/store/',
    ],
  },
  { folder: 'src/profiles/', may: COMMON, types: () => ['src/config/config.ts', 'src/store/'] },
  { folder: 'src/config/', may: [...COMMON, 'src/scenarios/'] },
  {
    folder: 'src/flights/',
    may: DOMAIN,
    types: (path) => ['src/store/', ...(path.startsWith('src/flights/providers/') ? ['src/mock-providers/'] : [])],
  },
  {
    folder: 'src/transfers/',
    may: DOMAIN,
    types: (path) => ['src/store/', ...(path.startsWith('src/transfers/supplier/') ? ['src/mock-providers/'] : [])],
  },
  { folder: 'src/mock-providers/', may: ['src/base/', 'src/scenarios/effects.ts'] },
  { folder: 'src/scenarios/', may: COMMON, types: () => ['src/exchange/'] },
  { folder: 'src/timeline/', may: [...COMMON, 'src/transfers/'], types: () => ['src/store/'] },
  { folder: 'src/journal/', may: [...COMMON, 'src/exchange/', 'src/store/errors.ts'], types: () => ['src/store/'] },
  { folder: 'src/metrics/', may: [], types: () => ['src/store/store.ts'] },
  {
    folder: 'src/store/',
    may: ['src/base/', 'src/exchange/exchange.ts'],
    types: () => ['src/exchange/journal-mark.ts', 'src/interface/api.ts'],
  },
  { folder: 'src/exchange/', may: ['src/base/'] },
  { folder: 'src/interface/', may: ['src/base/'] },
  { folder: 'src/base/', may: [] },
];

const CONSOLE_MAY = [
  'src/base/canonical-json.ts',
  'src/base/clock.ts',
  'src/base/read-events.ts',
  'src/base/values/kinds.ts',
  'src/check/exam/certificate/certificate.ts',
  'src/check/exam/certificate/compare.ts',
  'src/exchange/own-headers.ts',
  'src/exchange/picture/draw-picture.ts',
  'src/exchange/picture/picture-of-evidence.ts',
  'src/exchange/picture/picture.ts',
  'src/interface/control-api.gen.ts',
  'src/exchange/exchange.ts',
  'src/check/exam/interactive/describe-task.ts',
  'src/journal/bounds.ts',
  'src/interface/openapi/shift-examples.ts',
  'src/interface/rules/sections.ts',
  'src/profiles/demo-keys.ts',
  'src/scenarios/groups.ts',
  'src/scenarios/operations.ts',
  'src/scenarios/parameters.ts',
  'src/scenarios/parse.ts',
];

describe('the layers', () => {
  it.each(layers)('$folder imports only lower layers', (layer) => {
    const inside = sources.filter(({ path }) => path.startsWith(layer.folder));
    expect(inside.length).toBeGreaterThan(0);
    const strays = inside.flatMap((source) =>
      strayImports(source, layer).map(({ of, typeOnly }) => `${source.path} → ${of}${typeOnly ? ' (types)' : ''}`),
    );
    expect(strays).toEqual([]);
  });

  it('contain every source except the few in the root folder', () => {
    const homeless = sources
      .map(({ path }) => path)
      .filter((path) => !layers.some(({ folder }) => path.startsWith(folder)));
    expect(homeless.filter((path) => !/^src\/[\w-]+\.ts$/.test(path))).toEqual([]);
  });

  it('allow only adapters and src/providers.ts to import mock providers', () => {
    const users = sources.filter(
      ({ path, imports }) =>
        !path.startsWith('src/mock-providers/') && imports.some(({ of }) => of.startsWith('src/mock-providers/')),
    );
    const atRunTime = users.filter(({ imports }) =>
      imports.some(({ of, typeOnly }) => of.startsWith('src/mock-providers/') && !typeOnly),
    );
    expect(atRunTime.map(({ path }) => path)).toEqual(['src/providers.ts']);
    expect(
      users
        .map(({ path }) => path)
        .filter((path) => !/^src\/(providers|flights\/providers\/|transfers\/supplier\/)/.test(path)),
    ).toEqual([]);
  });

  it('keep SQL and HTTP out of the domain', () => {
    const domain = sources.filter(({ path }) => /^src\/(flights|transfers|mock-providers)\//.test(path));
    const packages = domain.flatMap(({ path, imports }) =>
      imports
        .filter(({ of }) => /^(express|kysely|pino|node:sqlite|node:http|commander)/.test(of))
        .map(({ of }) => `${path} → ${of}`),
    );
    expect(packages).toEqual([]);
  });

  it('let contracts import only the harness and the interface', () => {
    const files = globSync('contracts/*.ts');
    expect(files.length).toBeGreaterThan(0);
    const strays = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)]
        .map((match) => match[1])
        .filter((of) => !/^\.\.\/src\/(check\/(verify|judge)\/|base\/|interface\/api\.ts$)/.test(of))
        .map((of) => `${file} → ${of}`),
    );
    expect(strays).toEqual([]);
  });

  it('let the console import only types of the control API and modules without Node', () => {
    const files = globSync('console/**/*.{ts,tsx}');
    expect(files.length).toBeGreaterThan(0);
    const strays = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '((?:\.\.\/)+src\/[^']+)'/g)]
        .map((match) => match[1].replace(/^(\.\.\/)+/, ''))
        .filter((of) => !CONSOLE_MAY.includes(of))
        .map((of) => `${file} → ${of}`),
    );
    expect(strays).toEqual([]);
  });

  it('let only tests and benchmarks import the seam for defects', () => {
    const users = sources.filter(({ text }) => /\bstartSandbox\b/.test(text)).map(({ path }) => path);
    expect(users).toEqual(['src/server/create-sandbox.ts']);
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      './contracts',
      './vitest',
      './node-test',
      './jest',
      './openapi.yaml',
      './openapi-3.0.json',
      './control-api.yaml',
      './schemas/config.json',
      './schemas/report.json',
      './schemas/judge-report.json',
      './schemas/exam-report.json',
      './schemas/exam-certificate.json',
      './taxiway.config.schema.json',
      './report.schema.json',
      './judge-report.schema.json',
      './exam-report.schema.json',
      './package.json',
    ]);
  });

  it('use only exports of express-openapi-validator, in one file', () => {
    const users = sources.flatMap(({ path, imports, text }) =>
      imports
        .filter(({ of }) => of.startsWith('express-openapi-validator'))
        .map(({ of }) => `${path} → ${of}`)
        .concat(text.includes('express-openapi-validator/') ? [`${path} names a file of it`] : []),
    );
    expect(users).toEqual(['src/http/openapi/wrap-library.ts → express-openapi-validator']);
  });

  it('let only the files of SQLite import SQLite', () => {
    const users = sources.filter(({ imports }) => imports.some(({ of }) => of === 'node:sqlite'));
    expect(users.length).toBeGreaterThan(0);
    expect(users.map(({ path }) => path).filter((path) => !path.startsWith('src/store/sql/sqlite/'))).toEqual([]);
  });

  it('let src import no tests, and allow no import cycle of values', () => {
    for (const { imports } of sources) expect(imports.filter(({ of }) => of.startsWith('test/'))).toEqual([]);
    expect(circles()).toEqual([]);
  });

  it.each([
    ['src', sources],
    ['console', consoleSources],
  ])('allow no import cycle in %s with more than two files, types included', (_folder, files) => {
    expect(files.length).toBeGreaterThan(50);
    expect(connectedFiles(files).filter(({ length }) => length > 2)).toEqual([]);
  });

  it('allow no import cycle of folders', () => {
    expect(connectedFiles(rooms()).filter(({ length }) => length > 1)).toEqual([]);
  });
});

function strayImports({ path, imports }: Source, { folder, may, types }: (typeof layers)[number]): Import[] {
  return imports.filter(({ of, typeOnly }) => {
    if (!of.startsWith('src/') || of.startsWith(folder)) return false;
    const allowed = [...may, ...(typeOnly ? (types?.(path) ?? []) : [])];
    return !allowed.some((place) => of === place || (place.endsWith('/') && of.startsWith(place)));
  });
}

/**
 * The rooms with the rooms that they import: the first folder below src, or a file at its root. Types count; generated
 * files do not.
 */
function rooms(): Pick<Source, 'path' | 'imports'>[] {
  const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  return [...Map.groupBy(sources, ({ path }) => roomOf(path))].map(([path, files]) => ({
    path,
    imports: files
      .flatMap(({ imports }) => imports)
      .filter(({ of }) => of.startsWith('src/') && !of.endsWith('.gen.ts') && roomOf(of) !== path)
      .map(({ of, typeOnly }) => ({ of: roomOf(of), typeOnly })),
  }));
}

/** Groups of files in which each imports each other one, directly or not (Tarjan). */
function connectedFiles(files: readonly Pick<Source, 'path' | 'imports'>[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports.map(({ of }) => of)]));
  const order = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];
  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    open.push(path);
    let lowest = number;
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, order.get(next) ?? lowest);
    }
    if (lowest === number) groups.push(open.splice(open.indexOf(path)).sort());
    return lowest;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return groups;
}

/** Files that need each other at run time. */
function circles(): string[][] {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ typeOnly }) => !typeOnly).map(({ of }) => of)]),
  );
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (path: string, way: string[]): void => {
    if (way.includes(path)) return void found.push([...way.slice(way.indexOf(path)), path]);
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return found;
}
