import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '../../base/message-of.ts';
import { pointerTo } from '../../base/pointer.ts';
import type { SpecRequirements } from './find-conflicts.ts';
import type { Spec } from './operations.ts';
import { RESTORE, SpecError } from './spec-error.ts';

/** Name of a spec in its generated examples and its digest. */
export type SpecName = 'openapi' | 'control-api';

/** Digests of files that need no check. */
export type CheckedSpecs = Readonly<Partial<Record<SpecName, string>>>;

/** Every file is checked. */
export const NOTHING_CHECKED: CheckedSpecs = {};

/**
 * Reads a spec, one file with references within it only. A file whose digest is in `checked` is not checked again; the
 * check takes longer than the rest of a start. Refuses a file that is not OpenAPI, or conflicts with the code; `npm
 * run lint:spec` finds more. Throws SpecError with the file, the JSON pointer of each fault and the next step.
 */
export async function readSpec(
  path: string,
  name: SpecName,
  requirements: () => Promise<SpecRequirements>,
  checked: CheckedSpecs,
): Promise<Spec> {
  try {
    const isChecked = checked[name] === digestOf(readFileSync(path));
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    if (!isChecked) await SwaggerParser.validate(path);
    const spec = (await SwaggerParser.parse(path)) as Spec;
    if (!isChecked) await refuseConflicts(path, spec, await requirements());
    return spec;
  } catch (error) {
    if (error instanceof SpecError) throw error;
    const reason = messageOf(error).split('\n').slice(0, MAX_LINES).join('\n');
    throw new SpecError(`${path} is not a valid OpenAPI document: ${reason}. ${RESTORE}`, { cause: error });
  }
}

/** Returns the digest of a checked spec. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function refuseConflicts(path: string, spec: Spec, requirements: SpecRequirements): Promise<void> {
  const { findConflicts } = await import('./find-conflicts.ts');
  const conflicts = findConflicts(spec, requirements);
  if (conflicts.length === 0) return;
  const listed = conflicts.map((conflict) => `  ${pointerTo(...conflict.path)}: ${conflict.message}`);
  throw new SpecError([`${path} conflicts with the code of taxiway:`, ...listed, RESTORE].join('\n'));
}

const MAX_LINES = 10;
