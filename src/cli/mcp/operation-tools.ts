import type { OpenAPIV3_1 } from 'openapi-types';
import { followPointer } from '../../base/pointer.ts';
import { isRecord } from '../../base/values/kinds.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import type { Method } from '../remote/control-client.ts';
import type { Arguments, Tool } from './tool.ts';

type Parameter = OpenAPIV3_1.ParameterObject;

/** An operation's request, with its arguments in their places. */
export interface OperationRequest {
  method: Method;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: object | undefined;
}

interface Operations {
  /** Values for omitted parameters. */
  byDefault: Readonly<Record<string, string>>;
  send(this: void, request: OperationRequest, signal: AbortSignal): Promise<string>;
}

/** Returns a tool for each operation with a JSON response, in spec order. */
export function operationTools(spec: Spec, { byDefault, send }: Operations): Tool[] {
  return listOperations<string>(spec)
    .filter(({ description }) => respondsWithJson(spec, description))
    .map(({ operationId, method, path, description, pathItem }) => {
      const listed = [...(pathItem.parameters ?? []), ...(description.parameters ?? [])];
      const parameters = inline(spec, listed) as Parameter[];
      const body = inline(spec, description.requestBody) as OpenAPIV3_1.RequestBodyObject | undefined;
      const bodySchema = body?.content['application/json']?.schema;
      const required = parameters.filter((one) => one.required && byDefault[one.name] === undefined);
      return {
        name: operationId,
        description: [description.summary, description.description].filter(Boolean).join('. '),
        inputSchema: {
          type: 'object',
          properties: {
            ...Object.fromEntries(parameters.map((one) => [one.name, schemaOf(one, byDefault[one.name])])),
            ...(bodySchema && { body: bodySchema }),
          },
          required: [...required.map(({ name }) => name), ...(body?.required ? ['body'] : [])],
          additionalProperties: false,
        },
        annotations: annotationsOf(method),
        call: (args, { signal }) =>
          send(
            { method: method.toUpperCase() as Method, ...place(path, parameters, { ...byDefault, ...args }) },
            signal,
          ),
      };
    });
}

function annotationsOf(method: SpecOperation['method']): Tool['annotations'] {
  return {
    readOnlyHint: method === 'get',
    destructiveHint: method !== 'get',
    idempotentHint: method !== 'post' && method !== 'patch',
    openWorldHint: false,
  };
}

function respondsWithJson(spec: Spec, { responses = {} }: OpenAPIV3_1.OperationObject): boolean {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return successes.every(([, response]) => {
    const { content } = inline(spec, response) as OpenAPIV3_1.ResponseObject;
    return content === undefined || 'application/json' in content;
  });
}

function schemaOf({ name, description, schema }: Parameter, byDefault: string | undefined): object {
  const about = byDefault === undefined ? description : `${name}; ${byDefault} by default.`;
  return { ...schema, ...(about !== undefined && { description: about }) };
}

/** Returns a request's parts, with each argument where its parameter belongs. */
function place(path: string, parameters: readonly Parameter[], args: Arguments): Omit<OperationRequest, 'method'> {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const { name, in: where } of parameters) {
    const value = args[name] as string | number | boolean | undefined;
    if (value === undefined) continue;
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (where === 'query') query.set(name, String(value));
    else if (where === 'header') headers[name] = String(value);
  }
  return {
    path: query.size > 0 ? `${filled}?${query.toString()}` : filled,
    headers,
    body: args['body'] as object | undefined,
  };
}

/** Returns a document part with each `$ref` replaced by its target, for readers without the document. */
function inline(document: object, part: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((item) => inline(document, item, within));
  if (!isRecord(part)) return part;
  const { $ref: ref } = part;
  if (typeof ref !== 'string')
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inline(document, value, within)]));
  // A recursive schema allows anything at its inner place.
  return within.includes(ref) ? {} : inline(document, followPointer(document, ref), [...within, ref]);
}
