import { resolve } from 'node:path';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'rolldown';
import { createDifferenceCompiler } from '../src/check/verify/responses/difference-compiler.ts';
import { loadControl, overlayControl } from '../src/control-api/load-control.ts';
import { createRequestCompiler, schemasOfRequests } from '../src/http/openapi/request-check.ts';
import { createCompiler } from '../src/http/openapi/response-checker.ts';
import type { Spec } from '../src/interface/openapi/load-spec.ts';
import { loadSpec } from '../src/interface/openapi/load-spec.ts';
import { schemasOfResponses } from '../src/interface/openapi/operations.ts';
import { loadScenarios } from '../src/scenarios/registry.ts';
import { withoutOwnCodes } from '../src/server/openapi/served-interface.ts';

/**
 * Puts the code that Ajv makes of the schemas in place of `src/control-api/built-checks.ts`,
 * `src/server/openapi/built-service-checks.ts` and `src/check/verify/responses/built-difference-checks.ts`.
 */
export function compiledChecks(): Plugin {
  const lists = new Map(Object.entries(LISTS).map(([file, list]) => [resolve(file), list]));
  return {
    name: 'compiled-checks',
    resolveId: (id) => (id in SETS ? id : null),
    async load(id) {
      const list = lists.get(id);
      if (list) return list();
      const set = SETS[id];
      if (!set) return null;
      const { ajv, checks } = await set();
      const names = Object.keys(checks).map((key, i) => {
        ajv.addSchema(checks[key] ?? {}, nameOf(i));
        return [nameOf(i), nameOf(i)];
      });
      return standaloneCode.default(ajv, Object.fromEntries(names) as Record<string, string>);
    },
  };
}

interface CheckSet {
  /** It compiles them. */
  ajv: Ajv2020;
  /** Schemas by the keys of their checks. */
  checks: Readonly<Record<string, object>>;
}

/** By the ids of the modules that have their code. */
const SETS: Readonly<Record<string, () => Promise<CheckSet>>> = {
  // The credentials that an operation requires do not change its responses.
  'compiled:control-responses': async () =>
    responsesOf(overlayControl(await loadControl(), await loadScenarios(), true), createCompiler),
  'compiled:responses': async () => responsesOf(await loadSpec(), createCompiler),
  'compiled:differences': async () => responsesOf(await loadSpec(), createDifferenceCompiler),
  'compiled:requests': async () => {
    const spec = withoutTexts(withoutOwnCodes(await loadSpec()));
    return { ajv: createRequestCompiler(spec, CODE), checks: schemasOfRequests(spec) };
  },
};

/** Returns the text of a module with the lists of compiled checks, by the file that it replaces. */
const LISTS: Readonly<Record<string, () => Promise<string>>> = {
  'src/control-api/built-checks.ts': () => listOf('builtChecks', 'compiled:control-responses'),
  'src/check/verify/responses/built-difference-checks.ts': () =>
    listOf('builtDifferenceChecks', 'compiled:differences'),
  'src/server/openapi/built-service-checks.ts': async () =>
    [await listOf('builtRequests', 'compiled:requests'), await listOf('builtResponses', 'compiled:responses')].join(
      '\n',
    ),
};

function responsesOf(given: Spec, create: typeof createCompiler): CheckSet {
  const spec = withoutTexts(given);
  const checks = Object.fromEntries(schemasOfResponses(spec).map((place) => [place, { $ref: place }]));
  return { ajv: create(spec, CODE), checks };
}

/** References are calls: copies of what they lead to would take four times the code. */
const CODE = { inlineRefs: false, code: { source: true } };

/** Ajv copies each schema into its code, for errors; nothing there shows the texts for people. */
function withoutTexts(spec: Spec): Spec {
  const drop = (name: string, value: unknown) =>
    name === 'description' && typeof value === 'string' ? undefined : value;
  return JSON.parse(JSON.stringify(spec, drop)) as Spec;
}

async function listOf(name: string, set: string): Promise<string> {
  const { checks } = await (SETS[set] as (typeof SETS)[string])();
  const entries = Object.keys(checks).map((key, i) => `${JSON.stringify(key)}: ${name}Code.${nameOf(i)},`);
  return `import ${name}Code from '${set}';\nexport const ${name} = {\n${entries.join('\n')}\n};`;
}

function nameOf(i: number): string {
  return `check${i}`;
}
