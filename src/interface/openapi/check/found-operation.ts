import { didYouMean } from '../../../base/nearest.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { Fault } from './fault.ts';
import { shown } from './fault.ts';

export type Part = Record<string, unknown>;

/** An operation, with its place. */
export interface FoundOperation {
  path: readonly string[];
  address: string;
  item: Part;
  operation: Part;
}

/** Returns the operations at a path. */
export function operationsAt(address: string, item: unknown): FoundOperation[] {
  if (!isRecord(item)) return [];
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return isRecord(operation) ? [{ path: ['paths', address, method], address, item, operation }] : [];
  });
}

/** Refuses keys mistyped or unknown to taxiway. */
export function checkKeys(part: Part, path: readonly string[], known: readonly string[]): Fault[] {
  return Object.keys(part)
    .filter((key) => !known.includes(key) && !key.startsWith('x-'))
    .map((key) => ({
      path: [...path, key],
      message: `taxiway does not read ${shown(key)} here${didYouMean(key, known)}; it reads ${known.join(', ')}`,
    }));
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
