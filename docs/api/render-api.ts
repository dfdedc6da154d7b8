import { code, table } from '../../src/base/markdown.ts';
import { cell, madeFrom, page } from '../markdown.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { resolve } from './document.ts';
import { fieldsOf } from './fields.ts';

/** docs/api.md: every operation with its error codes, parameters, the fields of its body, and an example of both. */
export function renderApi(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return page(
    '# API',
    madeFrom('openapi.yaml'),
    'Every operation of the service. [openapi.yaml](../openapi.yaml) is the same for programs; a running sandbox ' +
      'serves it at `/_sandbox/interface.json`. The sandbox takes `?scenario=…` with every operation ' +
      '([scenarios](scenarios.md)). Every error has the same body; [errors](errors.md) explains the codes.',
    ...document.tags.flatMap(({ name, description }) => [
      `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags.includes(name))
        .flatMap(({ path, method, operation }) => renderOperation(document, `${method} ${path}`, operation)),
    ]),
  );
}

function renderOperation(document: ApiDocument, address: string, operation: Operation): string[] {
  const { parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const response = responses['200']?.content?.['application/json'];
  return [
    `### ${operation.summary}`,
    `${code(address)}, operationId ${code(operation.operationId)}`,
    operation.description.trim(),
    ...renderParameters(parameters.map((parameter) => resolve(document, parameter))),
    ...(body ? ['**Body**', renderFields(document, body.schema), ...renderExample(body.examples)] : []),
    ...(response
      ? ['**Response 200**', renderFields(document, response.schema), ...renderExample(response.examples)]
      : []),
  ];
}

function renderParameters(parameters: readonly Parameter[]): string[] {
  const shown = parameters.filter((parameter) => parameter.in !== 'header');
  if (shown.length === 0) return [];
  const rows = shown.map(({ name, in: place, required, description = '' }) => [
    code(name),
    place,
    required ? 'yes' : '',
    cell(description.trim()),
  ]);
  return ['**Parameters**', table(['Name', 'In', 'Required', ''], rows)];
}

function renderFields(document: ApiDocument, schema: unknown): string {
  const rows = fieldsOf(document, schema).map(({ path, type, required, description }) => [
    code(path),
    cell(type),
    required ? 'yes' : '',
    cell(description),
  ]);
  return table(['Field', 'Type', 'Required', ''], rows);
}

function renderExample(examples: Record<string, { value: unknown }> | undefined): string[] {
  const [example] = Object.values(examples ?? {});
  return example ? [`\`\`\`json example\n${JSON.stringify(shortened(example.value), null, 2)}\n\`\`\``] : [];
}

/** The first entry of each list, which shows what the others are like. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
