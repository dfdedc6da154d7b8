import { didYouMean } from '../../../base/nearest.ts';
import { resolve } from '../../../base/pointer.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import { checkAddress, checkParameters } from './check-paths.ts';
import { checkSchemes, checkSecurity } from './check-security.ts';
import type { Fault, RequiredOperations } from './fault.ts';
import { shown } from './fault.ts';
import type { FoundOperation, Part } from './found-operation.ts';
import { checkKeys, operationsAt } from './found-operation.ts';

/** Returns the parts of paths and operations without an effect, or in conflict with the code. */
export function checkOperations(document: Part, required: RequiredOperations): Fault[] {
  const paths = isRecord(document['paths']) ? document['paths'] : {};
  const found = Object.entries(paths).flatMap(([address, item]) => operationsAt(address, item));
  const ids = found.map(({ operation }) => operation['operationId']);
  return [
    ...checkKeys(document, [], ROOT),
    ...checkSchemes(document),
    ...Object.entries(paths).flatMap(([address, item]) => checkAddress(address, item, Object.keys(paths))),
    ...found.flatMap((each, i) => [
      ...checkKeys(each.operation, each.path, OPERATION),
      ...checkId(each, ids.slice(0, i), required),
      ...checkParameters(document, each),
      ...checkTags(document, each),
      ...checkBody(document, each),
      ...checkResponses(document, each, required),
      ...checkSecurity(document, each, required),
    ]),
    ...Object.keys(required)
      .filter((id) => !ids.includes(id))
      .map((id) => ({
        path: ['paths'],
        message: `no operation has the operationId ${id}, which taxiway serves; add it`,
      })),
  ];
}

function checkId(
  { path, operation }: FoundOperation,
  earlier: readonly unknown[],
  required: RequiredOperations,
): Fault[] {
  const id = operation['operationId'];
  const at = [...path, 'operationId'];
  if (typeof id !== 'string')
    return [{ path: at, message: `an operation needs an operationId, got ${shown(id)}; without one it is not served` }];
  if (earlier.includes(id)) return [{ path: at, message: `another operation is ${id} already; each has its own` }];
  if (Object.hasOwn(required, id)) return [];
  const names = Object.keys(required);
  const near = didYouMean(
    id,
    names.filter((name) => !earlier.includes(name)),
  );
  return [{ path: at, message: `taxiway has no operation ${shown(id)}${near}; it has ${names.join(', ')}` }];
}

function checkTags(document: Part, { path, operation }: FoundOperation): Fault[] {
  const declared = listed(document['tags']).map((tag) => (isRecord(tag) ? String(tag['name']) : ''));
  return listed(operation['tags'])
    .filter((tag) => !declared.includes(String(tag)))
    .map((tag) => ({
      path: [...path, 'tags'],
      message: `no tag is ${shown(tag)}${didYouMean(String(tag), declared)}; the tags are ${declared.join(', ')}`,
    }));
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function checkBody(document: Part, { path, operation }: FoundOperation): Fault[] {
  const body = operation['requestBody'];
  if (!isRecord(body)) return [];
  const at = [...path, 'requestBody'];
  if (path.at(-1) === 'get') return [{ path: at, message: 'a GET has no body; remove it, or use post' }];
  return checkContent(resolve<Part>(document, body), at, true);
}

/** JSON is the only type of requests and refusals. */
function checkContent({ content }: Part, path: readonly string[], isJson: boolean): Fault[] {
  const types = isRecord(content) ? content : {};
  const at = [...path, 'content'];
  if (Object.keys(types).length === 0) return [{ path: at, message: `has no content; add ${JSON_TYPE} with a schema` }];
  const other = Object.keys(types).find((type) => type !== JSON_TYPE);
  if (isJson && other !== undefined)
    return [{ path: [...at, other], message: `taxiway reads and sends ${JSON_TYPE} only; write that type` }];
  return Object.entries(types)
    .filter(([, media]) => !isRecord(media) || media['schema'] === undefined)
    .map(([type]) => ({ path: [...at, type], message: 'has no schema, so nothing is checked; add one' }));
}

function checkResponses(document: Part, { path, operation }: FoundOperation, required: RequiredOperations): Fault[] {
  const at = [...path, 'responses'];
  const { responses } = operation;
  if (!isRecord(responses)) return [{ path: at, message: `responses is missing; describe each status` }];
  const statuses = required[String(operation['operationId'])]?.statuses ?? [];
  return [
    ...Object.entries(responses).flatMap(([status, response]) => {
      if (!/^[1-5]\d\d$/.test(status))
        return [{ path: [...at, status], message: `${status} is no readable status; write each status, such as 400` }];
      if (!isRecord(response)) return [];
      return checkContent(resolve<Part>(document, response), [...at, status], Number(status) >= 400);
    }),
    ...statuses
      .filter((status) => !Object.hasOwn(responses, String(status)))
      .map((status) => ({
        path: at,
        message: `the possible status ${status} of this operation is not described; add it`,
      })),
  ];
}

const JSON_TYPE = 'application/json';
const ROOT = ['openapi', 'info', 'externalDocs', 'servers', 'tags', 'security', 'paths', 'components'];
const OPERATION = [
  'operationId',
  'tags',
  'summary',
  'description',
  'deprecated',
  'externalDocs',
  'parameters',
  'requestBody',
  'responses',
  'security',
];
