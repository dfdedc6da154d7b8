import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { exampleResponses } from '../../../docs/openapi/example-responses.ts';
import { loadControl } from '../../../src/control-api/load-control.ts';
import { createResponseChecker } from '../../../src/http/openapi/response-checker.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';

const FOLDER = 'examples/responses';
const specs = { openapi: await loadSpec(), 'control-api': await loadControl() };

describe('examples/responses', () => {
  it('has the response of the sandbox to every operation, from `npm run generate`', async () => {
    const operations = Object.entries(specs).flatMap(([name, spec]) =>
      listOperations<string>(spec).map(({ operationId }) => `${name}/${operationId}.json`),
    );
    const files = globSync('*/*', { cwd: FOLDER }).map((path) => path.replaceAll('\\', '/'));
    expect(files.toSorted()).toEqual(operations.toSorted());
    const made = await exampleResponses();
    const stale = files.filter((path) => made.get(path) !== readFileSync(join(FOLDER, path), 'utf8'));
    expect(stale, 'run: npm run generate').toEqual([]);
  });
});

describe.each(Object.entries(specs))('%s', (name, spec) => {
  const check = createResponseChecker<string>(spec);

  it.each(listOperations<string>(spec))('shows the response to $operationId, which fits its schema', (operation) => {
    const { operationId, description } = operation;
    const value: unknown = JSON.parse(readFileSync(join(FOLDER, name, `${operationId}.json`), 'utf8'));
    const status = ['200', '201'].find((code) => description.responses?.[code]) ?? '';
    const success = description.responses?.[status] as OpenAPIV3_1.ResponseObject;
    const [[mediaType, content] = []] = Object.entries(success.content ?? {});
    expect(content?.examples).toMatchObject({ sandbox: { summary: 'A response of the sandbox', value } });
    if (mediaType === 'application/json') expect(check(operationId, Number(status), value)).toBeUndefined();
    else expect(typeof value).toBe('string');
  });
});
