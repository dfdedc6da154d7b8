import { existsSync, readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { builtFile, packageFile } from '../../base/package-root.ts';
import { checkedSpecs } from './checked-specs.gen.ts';
import type { Spec } from './operations.ts';
import { errorCodesIn, listOperations } from './operations.ts';
import type { CheckedSpecs, SpecName } from './read-spec.ts';
import { readSpec } from './read-spec.ts';

export type { Spec };

export const specPath = packageFile('openapi.yaml');
/** The build has checked it: the check and reading YAML would take half the start-up time. */
const BUILT = builtFile('openapi.json');

/**
 * Reads openapi.yaml; adds generated examples, and the error codes in words. Throws SpecError with the file and its
 * faults.
 */
export async function loadSpec(path: string = specPath, checked: CheckedSpecs = checkedSpecs): Promise<Spec> {
  if (path === specPath && BUILT !== undefined) return JSON.parse(readFileSync(BUILT, 'utf8')) as Spec;
  const requirements = async () => (await import('./service-requirements.ts')).serviceRequirements;
  return withCodesInWords(withExamples(await readSpec(path, 'openapi', requirements, checked), 'openapi'));
}

/**
 * Adds the generated responses in `examples/responses/<name>/<operationId>.json` to a spec, each as the example
 * `sandbox` of a successful response.
 */
export function withExamples(spec: Spec, name: SpecName): Spec {
  for (const { operationId, description } of listOperations<string>(spec)) {
    const file = packageFile(`examples/responses/${name}/${operationId}.json`);
    const content = successOf(description);
    if (!content || !existsSync(file)) continue;
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    content.examples = { sandbox: { summary: 'A response of the sandbox', value }, ...content.examples };
  }
  return spec;
}

/** Returns the first media type for an operation's success. */
function successOf({ responses }: OpenAPIV3_1.OperationObject): OpenAPIV3_1.MediaTypeObject | undefined {
  const success = responses?.['200'] ?? responses?.['201'];
  return success && 'content' in success ? Object.values(success.content ?? {})[0] : undefined;
}

export const CODES_IN_WORDS = 'Error codes by HTTP status:';

/** Adds the error codes to each operation's description: people do not see extensions. */
function withCodesInWords(spec: Spec): Spec {
  for (const { description: operation } of listOperations(spec)) {
    const lines = Object.entries(errorCodesIn(operation) ?? {}).map(([status, codes]) => {
      const state = status === '200' ? ' with `status` `failed`' : '';
      return `- ${status}${state}: ${codes.map((code) => `\`${code}\``).join(', ')}`;
    });
    const codes = lines.length > 0 ? [CODES_IN_WORDS, lines.join('\n')] : [];
    operation.description = [operation.description?.trim(), ...codes].join('\n\n');
  }
  return spec;
}
