import type { OpenAPIV3_1 } from 'openapi-types';
import type { ControlOperationId } from '../../interface/control-api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import type { ControlClient, Method } from '../remote/control-client.ts';
import { inline } from './inline.ts';
import type { Arguments, Tool } from './tool.ts';

type Parameter = OpenAPIV3_1.ParameterObject;

/** Returns a tool for each operation of the control API with a JSON response. */
export function controlTools(spec: Spec, client: ControlClient, profileCode: string): Tool[] {
  return listOperations<ControlOperationId>(spec)
    .filter(({ description }) => respondsWithJson(spec, description))
    .map(({ operationId, method, path, description }) => {
      const parameters = inline(spec, description.parameters ?? []) as Parameter[];
      const body = inline(spec, description.requestBody) as OpenAPIV3_1.RequestBodyObject | undefined;
      const bodySchema = body?.content['application/json']?.schema;
      const required = parameters.filter((one) => one.required && one.name !== PROFILE).map(({ name }) => name);
      return {
        name: operationId,
        description: [description.summary, description.description].filter(Boolean).join('. '),
        inputSchema: {
          type: 'object',
          properties: {
            ...Object.fromEntries(parameters.map((one) => [one.name, schemaOf(one, profileCode)])),
            ...(bodySchema && { body: bodySchema }),
          },
          required: [...required, ...(body?.required ? ['body'] : [])],
          additionalProperties: false,
        },
        call: (args) =>
          client.text(
            method.toUpperCase() as Method,
            fill(path, parameters, { [PROFILE]: profileCode, ...args }),
            args['body'] as object | undefined,
          ),
      };
    });
}

const PROFILE = 'profileCode';

function respondsWithJson(spec: Spec, { responses = {} }: OpenAPIV3_1.OperationObject): boolean {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return successes.every(([, response]) => {
    const { content } = inline(spec, response) as OpenAPIV3_1.ResponseObject;
    return content === undefined || 'application/json' in content;
  });
}

function schemaOf({ name, description, schema }: Parameter, profileCode: string): object {
  const about = name === PROFILE ? `The profile; ${profileCode} by default.` : description;
  return { ...schema, ...(about !== undefined && { description: about }) };
}

/** Returns the path below `/_sandbox` with its parameters and its query. */
function fill(path: string, parameters: readonly Parameter[], args: Arguments): string {
  const query = new URLSearchParams();
  let filled = path.replace(/^\/_sandbox/, '');
  for (const { name, in: place } of parameters) {
    const value = args[name] as string | number | boolean | undefined;
    if (value === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'query') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
}
