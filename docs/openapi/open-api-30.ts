import type { Spec } from '../../src/interface/openapi/load-spec.ts';
import { toOpenApi30 } from '../../src/interface/openapi/to-openapi-30.ts';

/** The text of openapi-3.0.json, which the package has for tools that know no OpenAPI 3.1. */
export function openApi30(spec: Spec): string {
  return `${JSON.stringify(toOpenApi30(spec), null, 2)}\n`;
}
