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
  const date = new Date(Date.parse(now) + TWO_MONTHS_MS).toISOString().slice(0, 10);
  const ready = JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_DATE, date)) as OpenApi;
  for (const item of Object.values(ready.paths))
    for (const { parameters = [] } of Object.values(item))
      for (const parameter of parameters)
        if (parameter.name === 'scenario') parameter.schema = { enum: listOf(parameter) } as Parameter['schema'];
  return ready;
}

function listOf({ schema }: Parameter): string[] {
  return schema.anyOf?.flatMap((one) => one.enum ?? []) ?? [];
}

/** The travel date in the openapi.yaml examples. */
const EXAMPLE_DATE = '2027-03-15';
const TWO_MONTHS_MS = 60 * 24 * 3600 * 1000;
