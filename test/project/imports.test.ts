import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Import, Source } from './sources.ts';
import { sources } from './sources.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };

/** What every layer may use: the shapes of the interface, time, chance, error codes, the files of the package. */
const COMMON = [
  'src/api.ts',
  'src/api.gen.ts',
  'src/clock.ts',
  'src/lifetime.ts',
  'src/stopwatch.ts',
  'src/turns.ts',
  'src/watchers.ts',
  'src/ids.ts',
  'src/message-of.ts',
  'src/package-root.ts',
  'src/errors/',
];

/** What the domain sees of the rest: the interfaces of the store, not what is behind them. */
const DOMAIN = [
  ...COMMON,
  'src/request-context.ts',
  'src/cache/',
  'src/countries.ts',
  'src/phone-numbers.ts',
  'src/scenarios/effects.ts',
  'src/rules/',
];

/** The layers, each with what it may import in addition to itself and packages. `types`: as types only. */
const layers: { folder: string; may: string[]; types?: (path: string) => string[] }[] = [
  {
    folder: 'src/cli/',
    may: [
      'src/config/',
      'src/exam/',
      'src/judge/',
      'src/openapi/',
      'src/profiles/demo-keys.ts',
      'src/recorder/',
      'src/remote/',
      'src/report/',
      'src/rules/',
      'src/scenarios/',
      'src/server/',
      'src/store/',
      'src/values/',
      'src/verify/',
      'src/clock.ts',
      'src/message-of.ts',
      'src/package-root.ts',
    ],
    types: () => ['src/profiles/'],
  },
  // A black box: what it knows of the service are openapi.yaml and the rules.
  {
    folder: 'src/verify/',
    may: [
      'src/api.ts',
      'src/api.gen.ts',
      'src/control-api/control-api.gen.ts',
      'src/clock.ts',
      'src/config/config-error.ts',
      'src/config/nearest.ts',
      'src/config/read-verify-settings.ts',
      'src/config/setting.ts',
      'src/ids.ts',
      'src/journal/as-curl.ts',
      'src/markdown.ts',
      'src/message-of.ts',
      'src/cache/',
      'src/openapi/',
      'src/package-root.ts',
      'src/require-node.cjs',
      'src/report/',
      'src/rules/',
      'src/stopwatch.ts',
      'src/values/',
    ],
  },
  // A black box too: what it knows of the service are openapi.yaml, the rules and the exchanges that it is shown.
  {
    folder: 'src/judge/',
    may: [
      'src/api.ts',
      'src/cache/',
      'src/clock.ts',
      'src/config/config-error.ts',
      'src/config/judge-settings.ts',
      'src/config/read-credential.ts',
      'src/config/read-judge-settings.ts',
      'src/config/setting.ts',
      'src/countries.ts',
      'src/journal/as-curl.ts',
      'src/journal/redact.ts',
      'src/markdown.ts',
      'src/message-of.ts',
      'src/openapi/',
      'src/package-root.ts',
      'src/report/',
      'src/rules/',
      'src/stopwatch.ts',
      'src/values/',
      'src/watchers.ts',
    ],
    // The form of a journal export.
    types: () => ['src/store/journal.ts'],
  },
  // What the reports of verify and of judge share.
  {
    folder: 'src/report/',
    may: ['src/config/config-error.ts', 'src/config/setting.ts', 'src/ids.ts', 'src/message-of.ts', 'src/values/'],
  },
  // Through the public library and the control API: it is a client of the sandbox too.
  {
    folder: 'src/exam/',
    may: [
      'src/api.ts',
      'src/clock.ts',
      'src/config/',
      'src/ids.ts',
      'src/journal/redact.ts',
      'src/judge/',
      'src/markdown.ts',
      'src/message-of.ts',
      'src/package-root.ts',
      'src/report/',
      'src/rules/',
      'src/server/create-sandbox.ts',
      'src/stopwatch.ts',
    ],
    types: () => ['src/control-api/control-api.gen.ts', 'src/profiles/credentials.ts', 'src/server/sandbox.ts'],
  },
  // It stands in front of any system: nothing of the service, but for the scenarios and the form of its errors.
  {
    folder: 'src/recorder/',
    may: [
      'src/api.ts',
      'src/cache/',
      'src/clock.ts',
      'src/config/',
      'src/errors/refusal.ts',
      'src/ids.ts',
      'src/journal/redact.ts',
      'src/judge/',
      'src/markdown.ts',
      'src/message-of.ts',
      'src/openapi/',
      'src/report/',
      'src/rules/',
      'src/scenarios/',
      'src/stopwatch.ts',
      'src/turns.ts',
      'src/values/',
      'src/verify/responses/',
    ],
    types: () => ['src/verify/http/exchange.ts', 'src/verify/verdict.ts'],
  },
  // From outside, over HTTP: as anybody's shell would.
  {
    folder: 'src/remote/',
    may: ['src/config/config-error.ts', 'src/config/nearest.ts', 'src/message-of.ts'],
    types: () => ['src/control-api/control-api.ts', 'src/control-api/control-api.gen.ts'],
  },
  { folder: 'src/values/', may: ['src/openapi/pointer.ts'] },
  // The fixtures for test runners, and what they share. A thread has the sandbox.
  {
    folder: 'src/fixture/',
    may: ['src/server/create-sandbox.ts', 'src/judge/', 'src/report/paint.ts', 'src/package-root.ts'],
    types: () => ['src/profiles/credentials.ts', 'src/journal/stray-call.ts'],
  },
  { folder: 'src/vitest/', may: ['src/fixture/', 'src/require-node.cjs'] },
  { folder: 'src/node-test/', may: ['src/fixture/', 'src/require-node.cjs'] },
  { folder: 'src/jest/', may: ['src/fixture/', 'src/require-node.cjs'] },
  { folder: 'src/openapi/', may: ['src/api.ts', 'src/message-of.ts', 'src/package-root.ts'] },
  {
    folder: 'src/server/',
    may: [
      ...COMMON,
      'src/openapi/',
      'src/config/',
      'src/request-context.ts',
      'src/flights/',
      'src/judge/',
      'src/journal/',
      'src/cache/',
      'src/transfers/',
      'src/scenarios/',
      'src/store/',
      'src/timeline/',
      'src/control-api/',
      'src/http/',
      'src/profiles/',
      'src/providers.ts',
      'src/service.ts',
    ],
  },
  {
    folder: 'src/control-api/',
    may: [
      ...COMMON,
      'src/openapi/',
      'src/config/',
      'src/request-context.ts',
      'src/flights/',
      'src/judge/',
      'src/journal/',
      'src/cache/',
      'src/transfers/',
      'src/scenarios/',
      'src/store/',
      'src/timeline/',
      'src/http/',
      'src/profiles/',
      'src/rules/',
      'src/providers.ts',
      'src/service.ts',
    ],
  },
  // The steps of a request that the service and the control API share.
  {
    folder: 'src/http/',
    may: [
      ...COMMON,
      'src/config/',
      'src/openapi/',
      'src/judge/',
      'src/journal/',
      'src/cache/',
      'src/profiles/',
      'src/scenarios/',
      'src/store/',
    ],
  },
  { folder: 'src/profiles/', may: COMMON, types: () => ['src/config/config.ts', 'src/store/'] },
  { folder: 'src/config/', may: [...COMMON, 'src/scenarios/', 'src/markdown.ts', 'src/server/limits.ts'] },
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
  {
    folder: 'src/mock-providers/',
    may: ['src/clock.ts', 'src/ids.ts', 'src/package-root.ts', 'src/cache/', 'src/scenarios/effects.ts'],
  },
  {
    folder: 'src/scenarios/',
    may: ['src/clock.ts', 'src/config/nearest.ts', 'src/errors/', 'src/markdown.ts', 'src/package-root.ts'],
    types: () => ['src/api.ts', 'src/ids.ts'],
  },
  { folder: 'src/timeline/', may: [...COMMON, 'src/transfers/'], types: () => ['src/store/'] },
  { folder: 'src/journal/', may: [...COMMON, 'src/cache/'], types: () => ['src/store/'] },
  {
    folder: 'src/store/',
    may: ['src/clock.ts', 'src/message-of.ts', 'src/turns.ts', 'src/cache/'],
    types: () => ['src/api.ts'],
  },
  {
    folder: 'src/rules/',
    may: ['src/config/config-error.ts', 'src/config/nearest.ts', 'src/markdown.ts', 'src/package-root.ts'],
  },
  { folder: 'src/errors/', may: ['src/markdown.ts'] },
  { folder: 'src/cache/', may: [] },
];

const CONSOLE_MAY = [
  'src/clock.ts',
  'src/control-api/control-api.gen.ts',
  'src/profiles/demo-keys.ts',
  'src/remote/read-events.ts',
  'src/rules/sections.ts',
  'src/scenarios/groups.ts',
  'src/scenarios/operations.ts',
  'src/scenarios/parameters.ts',
  'src/scenarios/parse.ts',
];

describe('the layers', () => {
  it.each(layers)('$folder imports only what lies below it', (layer) => {
    const inside = sources.filter(({ path }) => path.startsWith(layer.folder));
    expect(inside.length).toBeGreaterThan(0);
    const strays = inside.flatMap((source) =>
      strayImports(source, layer).map(({ of, typeOnly }) => `${source.path} → ${of}${typeOnly ? ' (types)' : ''}`),
    );
    expect(strays).toEqual([]);
  });

  it('hold every source but the few at the root', () => {
    const homeless = sources
      .map(({ path }) => path)
      .filter((path) => !layers.some(({ folder }) => path.startsWith(folder)));
    expect(homeless.filter((path) => !/^src\/[\w-]+\.ts$/.test(path))).toEqual([]);
  });

  it('keep mock providers out of sight of all but their adapters and the one place that connects them', () => {
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

  it('keep contracts a black box: they see the harness and the shapes of the interface', () => {
    const files = globSync('contracts/*.ts');
    expect(files.length).toBeGreaterThan(0);
    const strays = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)]
        .map((match) => match[1])
        .filter((of) => !/^\.\.\/src\/(verify\/|judge\/|values\/|api\.ts$|clock\.ts$)/.test(of))
        .map((of) => `${file} → ${of}`),
    );
    expect(strays).toEqual([]);
  });

  it('keep the console in the browser: it sees types of the control API, and what needs no Node', () => {
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

  it('let nothing but tests and measurements reach the seam at which defects are planted', () => {
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
      './taxiway.config.schema.json',
      './report.schema.json',
      './judge-report.schema.json',
      './exam-report.schema.json',
      './package.json',
    ]);
  });

  it('take of express-openapi-validator what it exports, in one file', () => {
    const users = sources.flatMap(({ path, imports, text }) =>
      imports
        .filter(({ of }) => of.startsWith('express-openapi-validator'))
        .map(({ of }) => `${path} → ${of}`)
        .concat(text.includes('express-openapi-validator/') ? [`${path} names a file of it`] : []),
    );
    expect(users).toEqual(['src/http/openapi/wrap-library.ts → express-openapi-validator']);
  });

  it("only SQLite's own files know SQLite", () => {
    const users = sources.filter(({ imports }) => imports.some(({ of }) => of === 'node:sqlite'));
    expect(users.length).toBeGreaterThan(0);
    expect(users.map(({ path }) => path).filter((path) => !path.startsWith('src/store/sql/sqlite/'))).toEqual([]);
  });

  it('let nothing of src import tests, and no file import itself in a circle of values', () => {
    for (const { imports } of sources) expect(imports.filter(({ of }) => of.startsWith('test/'))).toEqual([]);
    expect(circles()).toEqual([]);
  });

  it('let no circle of imports have more than two files, types included', () => {
    expect(connectedFiles(sources).filter(({ length }) => length > 2)).toEqual([]);
  });
});

function strayImports({ path, imports }: Source, { folder, may, types }: (typeof layers)[number]): Import[] {
  return imports.filter(({ of, typeOnly }) => {
    if (!of.startsWith('src/') || of.startsWith(folder)) return false;
    const allowed = [...may, ...(typeOnly ? (types?.(path) ?? []) : [])];
    return !allowed.some((place) => of === place || (place.endsWith('/') && of.startsWith(place)));
  });
}

/** Groups of files in which each imports each other one, directly or not (Tarjan). */
function connectedFiles(files: readonly Source[]): string[][] {
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
