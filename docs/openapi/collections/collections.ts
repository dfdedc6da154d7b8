import type { Spec } from '../../../src/interface/openapi/load-spec.ts';
import { brunoCollection } from './bruno.ts';
import { httpFile } from './http-file.ts';
import { postmanCollection } from './postman.ts';
import { collectRequests } from './requests.ts';

/** Every file of examples/collections/, by its name there. */
export function collections(spec: Spec): Map<string, string> {
  const requests = collectRequests(spec);
  return new Map([
    ['taxiway.postman_collection.json', postmanCollection(spec, requests)],
    ['taxiway.http', httpFile(spec, requests)],
    ...[...brunoCollection(spec, requests)].map(([name, text]) => [`bruno/${name}`, text] as const),
  ]);
}
