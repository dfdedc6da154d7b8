import { shiftExamples } from '../../src/interface/openapi/shift-examples.ts';

/** An OpenAPI document, as far as this file changes it. */
export interface OpenApi {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components: { securitySchemes: { serviceId: { name: string } } };
}

interface Parameter {
  name: string;
  schema: { anyOf?: { enum?: string[] }[] };
}

/**
 * Returns the document with examples ready to be sent: their dates are two months after `now`, and a list offers the
 * scenarios.
 */
export function readyToTry(document: OpenApi, now: string): OpenApi {
  const ready = JSON.parse(shiftExamples(JSON.stringify(document), Date.parse(now))) as OpenApi;
  for (const item of Object.values(ready.paths))
    for (const { parameters = [] } of Object.values(item))
      for (const parameter of parameters)
        if (parameter.name === 'scenario') parameter.schema = { enum: listOf(parameter) } as Parameter['schema'];
  return ready;
}

function listOf({ schema }: Parameter): string[] {
  return schema.anyOf?.flatMap((one) => one.enum ?? []) ?? [];
}
