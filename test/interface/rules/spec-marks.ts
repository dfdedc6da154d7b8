import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Rules and assumptions marked on a part of openapi.yaml. */
export interface Marks {
  rules: Set<string>;
  assumptions: Set<string>;
}

/**
 * `operations`: what each operation carries, itself and through all that it refers to. `anywhere`: every mark of the
 * file.
 */
export function readSpecMarks(): { operations: Map<string, Marks>; anywhere: Marks } {
  const spec = parse(readFileSync('openapi.yaml', 'utf8')) as Spec;
  const operations = Object.values(spec.paths).flatMap((path) => Object.values(path));
  return {
    operations: new Map(
      operations.map((operation) => [
        operation.operationId,
        collect([operation, spec.components.securitySchemes], spec),
      ]),
    ),
    anywhere: collect(spec, spec),
  };
}

function collect(root: unknown, spec: Spec): Marks {
  const marks: Marks = { rules: new Set(), assumptions: new Set() };
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-rules') for (const id of value as string[]) marks.rules.add(id);
      else if (key === 'x-assumption') for (const id of [value].flat() as string[]) marks.assumptions.add(id);
      else visit(key === '$ref' ? resolve(value as string, spec) : value);
    }
  };
  visit(root);
  return marks;
}

function resolve(ref: string, spec: Spec): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], spec);
}

interface Spec {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { securitySchemes: unknown };
}
