/** What a page needs of openapi.yaml. */
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, Content | undefined> };
  responses: Record<string, { content?: Record<string, Content | undefined> } | undefined>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}

export interface Reference {
  $ref: string;
}

interface Content {
  schema: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** What a reference leads to; the value itself where it is none. */
export function resolve<T>(document: ApiDocument, value: T | Reference): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const names = value.$ref.slice(2).split('/');
  const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  return resolve(document, found as T | Reference);
}
