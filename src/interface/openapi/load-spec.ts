import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { messageOf } from '../../base/message-of.ts';
import { builtFile, packageFile } from '../../base/package-root.ts';
import { followPointer, referencesFrom } from '../../base/pointer.ts';
import { SpecError } from './spec-error.ts';

export type Spec = OpenAPIV3_1.Document;

export const specPath = packageFile('openapi.yaml');
/** The build has validated it: that and reading YAML would be half of a start. */
const BUILT = builtFile('openapi.json');

/**
 * Reads and validates the spec, one file with references within it only. Throws SpecError, which names the file and
 * what is wrong with it.
 */
export async function loadSpec(path: string = specPath): Promise<Spec> {
  if (path === specPath && BUILT !== undefined) return JSON.parse(readFileSync(BUILT, 'utf8')) as Spec;
  try {
    const document = await SwaggerParser.parse(path);
    // What it validates it resolves in place.
    await SwaggerParser.validate(path, structuredClone(document), {});
    checkReferences(document);
    return document as Spec;
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
