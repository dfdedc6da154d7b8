import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../../../base/values/kinds.ts';
import { ownKeywords } from '../own-keywords.ts';
import { checkOperations } from './check-operations.ts';
import { checkSchemas } from './check-schemas.ts';
import { checkStructure } from './check-structure.ts';
import { checkValues } from './check-values.ts';
import type { RequiredOperations } from './fault.ts';
import { findBrokenReferences, findInfinities } from './references.ts';
import { explainFaults, readSpecText } from './spec-text.ts';

/**
 * Checks a spec so that no part of it fails later, or has no effect: YAML, references, operations, schemas,
 * structure, and every validator with the values next to it. A step follows only if the one before it finds nothing.
 * Throws SpecError with line, JSON pointer and next step of each fault.
 */
export async function checkSpec(
  path: string,
  bytes: Buffer,
  parse: () => Promise<unknown>,
  operations: RequiredOperations,
): Promise<void> {
  const text = await readSpecText(path, bytes);
  const document: unknown = text.document.toJS();
  const refuse = (faults: Parameters<typeof explainFaults>[1]) => {
    if (faults.length > 0) throw explainFaults(text, faults);
  };
  if (!isRecord(document))
    throw explainFaults(text, [{ path: [], message: 'the document is no object; begin with openapi: 3.1.0' }]);
  const ajv = createAjv();
  refuse(checkVersion(document));
  refuse([...findInfinities(document), ...findBrokenReferences(document)]);
  refuse([...checkOperations(document, operations), ...checkSchemas(document, Object.keys(ajv.formats))]);
  refuse(await checkStructure(path, document, ajv));
  refuse(checkValues(document, ajv));
  // Two readers of YAML: this one knows lines, the other one is faster.
  if (!isDeepStrictEqual(await parse(), document))
    refuse([
      { path: [], message: 'readers of YAML disagree about a value; put numbers and dates that are text in quotes' },
    ]);
}

function checkVersion({ openapi }: Record<string, unknown>) {
  const isKnown = typeof openapi === 'string' && /^3\.1\.\d+$/.test(openapi);
  return isKnown ? [] : [{ path: ['openapi'], message: `taxiway reads OpenAPI 3.1; write 3.1.0 in quotes or bare` }];
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv, { mode: 'full' });
  ownKeywords.forEach((keyword) => ajv.addKeyword(keyword));
  return ajv;
}
