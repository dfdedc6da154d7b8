import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { messageOf } from '../../base/message-of.ts';
import type { RequiredOperations } from './check/fault.ts';
import { RESTORE, SpecError } from './spec-error.ts';

/** Name of a spec in its generated examples and its digest. */
export type SpecName = 'openapi' | 'control-api';

/** Digests of files that need no check. */
export type CheckedSpecs = Readonly<Partial<Record<SpecName, string>>>;

/** Every file is checked. */
export const NOTHING_CHECKED: CheckedSpecs = {};

/**
 * Reads a spec, one file with references within it only. A file whose digest is in `checked` is not checked again;
 * the check takes longer than the rest of a start. Throws SpecError with the file and, for each
 * fault, line, JSON pointer and next step.
 */
export async function readSpec(
  path: string,
  name: SpecName,
  operations: () => Promise<RequiredOperations>,
  checked: CheckedSpecs,
): Promise<OpenAPIV3_1.Document> {
  try {
    const bytes = readFileSync(path);
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    const parse = async () => (await SwaggerParser.parse(path)) as OpenAPIV3_1.Document;
    if (checked[name] !== digestOf(bytes)) {
      const { checkSpec } = await import('./check/check-spec.ts');
      await checkSpec(path, bytes, parse, await operations());
    }
    return await parse();
  } catch (error) {
    if (error instanceof SpecError) throw error;
    const reason =
      error instanceof RangeError ? 'it is nested too deeply, or an alias contains itself' : messageOf(error);
    throw new SpecError(`${path} cannot be read as an OpenAPI document: ${reason}. ${RESTORE}`, { cause: error });
  }
}

/** Returns the digest of a checked spec. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
