import { resolve } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'rolldown';
import { loadControl, overlayControl } from '../src/control-api/load-control.ts';
import { createCompiler, schemasOfResponses } from '../src/http/openapi/response-checker.ts';
import type { Spec } from '../src/interface/openapi/load-spec.ts';
import { loadScenarios } from '../src/scenarios/registry.ts';

/** Puts the code that Ajv makes of the schemas in place of `src/control-api/built-checks.ts`. */
export function compiledChecks(): Plugin {
  const replaced = resolve('src/control-api/built-checks.ts');
  return {
    name: 'compiled-checks',
    resolveId: (id) => (id === COMPILED ? id : null),
    async load(id) {
      if (id !== replaced && id !== COMPILED) return null;
      // The credentials that an operation requires do not change its responses.
      const spec = withoutTexts(overlayControl(await loadControl(), await loadScenarios(), true));
      const places = [...new Set(schemasOfResponses(spec))];
      if (id === replaced) return listOf(places);
      const names = places.map((place, i) => [nameOf(i), place]);
      // References are calls: copies of what they lead to would take four times the code.
      const ajv = createCompiler(spec, { inlineRefs: false, code: { source: true } });
      return standaloneCode.default(ajv, Object.fromEntries(names) as Record<string, string>);
    },
  };
}

const COMPILED = 'compiled:control-api';

/** Ajv copies each schema into its code, for errors; nothing there shows the texts for people. */
function withoutTexts(spec: Spec): Spec {
  const drop = (name: string, value: unknown) =>
    name === 'description' && typeof value === 'string' ? undefined : value;
  return JSON.parse(JSON.stringify(spec, drop)) as Spec;
}

function listOf(places: readonly string[]): string {
  const entries = places.map((place, i) => `${JSON.stringify(place)}: checks.${nameOf(i)},`);
  return `import checks from '${COMPILED}';\nexport const builtChecks = {\n${entries.join('\n')}\n};`;
}

function nameOf(i: number): string {
  return `check${i}`;
}
