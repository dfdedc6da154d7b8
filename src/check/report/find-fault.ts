import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { packageFile } from '../../base/package-root.ts';

/**
 * Returns the first fault in the content of a taxiway file, as in `/results/0 must be object`; null if it fits.
 * `schema`: path to a generated schema in the package.
 */
export function findFault(content: unknown, schema: string): string | null {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(JSON.parse(readFileSync(packageFile(schema), 'utf8')) as object, 'own');
  const check = ajv.compile({ $ref: 'own' });
  check(content);
  const [fault] = check.errors ?? [];
  if (!fault) return null;
  const { additionalProperty: name } = fault.params;
  return `${fault.instancePath || 'its content'} ${fault.message}${name === undefined ? '' : `: ${String(name)}`}`;
}
