import { existsSync, readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { messageOf } from '../../base/message-of.ts';
import { builtFile, packageFile } from '../../base/package-root.ts';
import { followPointer, referencesFrom } from '../../base/pointer.ts';
import { listOperations } from './operations.ts';
import { SpecError } from './spec-error.ts';

export type Spec = OpenAPIV3_1.Document;

export const specPath = packageFile('openapi.yaml');
/** The build has validated it: that and reading YAML would be half of a start. */
const BUILT = builtFile('openapi.json');

/**
 * Reads and validates the spec, one file with references within it only, and adds its generated examples. Throws
 * SpecError, which names the file and what is wrong with it.
 */
export async function loadSpec(path: string = specPath): Promise<Spec> {
  if (path === specPath && BUILT !== undefined) return JSON.parse(readFileSync(BUILT, 'utf8')) as Spec;
  try {
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    const document = (await SwaggerParser.parse(path)) as Spec;
    // What it validates it resolves in place.
    await SwaggerParser.validate(path, structuredClone(document), {});
    checkReferences(document);
    return withExamples(document, 'openapi');
  } catch (error) {
    throw new SpecError(`${path} is not a valid OpenAPI document: ${messageOf(error)}`, { cause: error });
  }
}

/** Throws when a reference leads nowhere within its document: nothing here reads a second one. */
export function checkReferences(document: unknown): void {
  const astray = [...referencesFrom(document, document)].find(
    ($ref) => !$ref.startsWith('#/') || followPointer(document, $ref) === undefined,
  );
  if (astray !== undefined) throw new Error(`${astray} leads nowhere within the document`);
}

/**
 * Adds the generated responses of `examples/responses/<name>/<operationId>.json` to a spec, each as the example
 * `sandbox` of the operation's success.
 */
export function withExamples(spec: Spec, name: 'openapi' | 'control-api'): Spec {
  for (const { operationId, description } of listOperations<string>(spec)) {
    const file = packageFile(`examples/responses/${name}/${operationId}.json`);
    const content = successOf(description);
    if (!content || !existsSync(file)) continue;
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    content.examples = { sandbox: { summary: 'A response of the sandbox', value }, ...content.examples };
  }
  return spec;
}

/** The first media type of an operation's success. */
function successOf({ responses }: OpenAPIV3_1.OperationObject): OpenAPIV3_1.MediaTypeObject | undefined {
  const success = responses?.['200'] ?? responses?.['201'];
  return success && 'content' in success ? Object.values(success.content ?? {})[0] : undefined;
}
