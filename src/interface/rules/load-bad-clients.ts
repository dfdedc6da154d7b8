import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../../base/package-root.ts';

/** A client of the tests that breaks one rule, which proves that a conduct check detects it. */
export interface ListedBadClient {
  name: string;
  /** The id of the rule that it breaks, or of the advice that it does not follow. */
  rule: string;
  /** What the client does wrong, as a sentence. */
  breaks: string;
  /** The scenario under which it comes to that; null where ordinary calls do. */
  scenario: string | null;
}

/** The bad clients in the order of contracts/bad-clients.yaml, which is made from test/clients/bad. */
export function loadListedBadClients(): ListedBadClient[] {
  return parse(readFileSync(packageFile('contracts/bad-clients.yaml'), 'utf8')) as ListedBadClient[];
}
