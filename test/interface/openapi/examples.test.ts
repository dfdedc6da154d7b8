import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectControlResponses } from '../../../docs/openapi/control-responses.ts';
import { collectResponses } from '../../../docs/openapi/responses.ts';
import { withExamples } from '../../../docs/openapi/with-examples.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';

it('openapi.yaml has a true response of the sandbox to every operation, from `npm run generate`', async () => {
  const responses = await collectResponses();
  const operations = listOperations(await loadSpec()).map(({ operationId }) => operationId);
  expect(Object.keys(responses).toSorted()).toEqual(operations.toSorted());
  const text = readFileSync('openapi.yaml', 'utf8');
  expect(withExamples(text, responses) === text).toBe(true);
});

it('control-api.yaml has one for each of its operations too, wherever and whenever it is made', async () => {
  const responses = await collectControlResponses();
  const text = readFileSync('src/control-api/control-api.yaml', 'utf8');
  const operations = [...text.matchAll(/^ {6}operationId: (\w+)$/gm)].map(([, operationId]) => operationId);
  expect(Object.keys(responses).toSorted()).toEqual(operations.toSorted());
  expect(withExamples(text, responses) === text).toBe(true);
});
