import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../../base/package-root.ts';

/** A fault planted by the tests in the sandbox, to prove that a rule's contract detects it. */
export interface PlantedDefect {
  name: string;
  /** Id of the broken rule. */
  rule: string;
  /** The service's mistake, as a sentence. */
  breaks: string;
}

/** A test client with one broken rule, to prove that a conduct check detects it. */
export interface ListedBadClient {
  name: string;
  /** Id of the rule broken by the client, or of the advice not followed. */
  rule: string;
  /** The client's mistake, as a sentence. */
  breaks: string;
  /** The scenario for the mistake; null if ordinary calls suffice. */
  scenario: string | null;
  /** Reason why no HAR file, or no exam situation, shows it; null if one does. */
  notInHar: string | null;
  notAtExam: string | null;
}

/** Returns the defects in the order of contracts/defects.yaml. That file is made from test/defects/planted. */
export function loadPlantedDefects(): PlantedDefect[] {
  return parse(readFileSync(packageFile('contracts/defects.yaml'), 'utf8')) as PlantedDefect[];
}

/** Returns the bad clients in the order of contracts/bad-clients.yaml. That file is made from test/clients/bad. */
export function loadListedBadClients(): ListedBadClient[] {
  return parse(readFileSync(packageFile('contracts/bad-clients.yaml'), 'utf8')) as ListedBadClient[];
}
