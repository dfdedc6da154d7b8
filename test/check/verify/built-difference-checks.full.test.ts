import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { compiledChecks } from '../../../package/compiled-checks.ts';
import { select } from '../../../src/base/values/select.ts';
import type { CheckedExchange } from '../../../src/check/verify/http/exchange.ts';
import type * as Built from '../../../src/check/verify/responses/built-difference-checks.ts';
import { createResponseChecker } from '../../../src/check/verify/responses/response-checker.ts';
import type { OperationId } from '../../../src/interface/api.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { schemasOfResponses } from '../../../src/interface/openapi/operations.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const spec = await loadSpec();
const builtChecks = await compile();
const built = createResponseChecker(spec, builtChecks);
const fromSources = createResponseChecker(spec);

async function compile() {
  const input = 'src/check/verify/responses/built-difference-checks.ts';
  const file = join(temporaryFolder(), 'checks.cjs');
  const bundle = await rolldown({ input, platform: 'node', plugins: [compiledChecks()] });
  await bundle.write({ file, format: 'cjs' });
  const { default: checks } = (await import(pathToFileURL(file).href)) as { default: typeof Built };
  return checks.builtDifferenceChecks;
}

it('has a check for each response schema', () => {
  expect(Object.keys(builtChecks).sort()).toEqual([...new Set(schemasOfResponses(spec))].sort());
});

it.each(globSync('examples/responses/openapi/*.json').sort())(
  'finds the same differences as the sources in any changed response: %s',
  (file) => {
    const example = shorten(JSON.parse(readFileSync(file, 'utf8')));
    const operationId = basename(file, '.json') as OperationId;
    const pointers = pointersIn(example);
    expect(built(responseWith(operationId, example))).toEqual([]);
    for (const pointer of pointers)
      for (const value of [undefined, null, 'text', -1.5, {}, []]) {
        const response = responseWith(operationId, change(example, pointer, value));
        expect(built(response), `${pointer} with ${JSON.stringify(value)}`).toEqual(fromSources(response));
      }
    expect(pointers.some((pointer) => built(responseWith(operationId, change(example, pointer, {}))).length > 0)).toBe(
      true,
    );
  },
);

/** One entry of each list is enough. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}

function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${pointer}/${name}`,
    ...pointersIn(inner, `${pointer}/${name}`),
  ]);
}

/** Returns a copy with another value in one place; undefined removes it. */
function change(example: unknown, pointer: string, value: unknown): unknown {
  const copy: unknown = structuredClone(example);
  const at = pointer.lastIndexOf('/');
  const holder = select(copy, pointer.slice(0, at))[0]?.value as Record<string, unknown>;
  const name = pointer.slice(at + 1);
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return copy;
}

function responseWith(operationId: OperationId, value: unknown): CheckedExchange {
  const message = { headers: [], body: null, encoding: 'utf-8' as const, bodyBytes: 0, cut: false };
  return {
    ...{ exchangeId: 'call 1', sequence: 1, at: 0, realTime: 0, durationMs: 0, overlapped: 0 },
    ...{ operationId, method: 'POST', server: 'http://localhost', path: '/', status: 200 },
    ...{ ending: 'answered' as const, scenario: null, scenarioFrom: null },
    ...{ request: message, response: { ...message, body: JSON.stringify(value) } },
    value,
  };
}
