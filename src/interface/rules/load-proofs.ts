import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../../base/package-root.ts';

/** A fault that the tests plant in the sandbox to prove that the contract of a rule detects it. */
export interface PlantedDefect {
  name: string;
  /** Id of the rule that the defect breaks. */
  rule: string;
  /** What the service does wrong, as a sentence. */
  breaks: string;
}

/** A client of the tests that breaks one rule, to prove that a conduct check detects it. */
export interface ListedBadClient {
  name: string;
  /** Id of the rule that the client breaks, or of the advice that it does not follow. */
  rule: string;
  /** What the client does wrong, as a sentence. */
  breaks: string;
  /** The scenario that the client needs for its mistake; null if ordinary calls suffice. */
  scenario: string | null;
  /** The reason why no HAR file shows it, or no situation of the exam; null if one does. */
  notInHar: string | null;
  notAtExam: string | null;
}

/** Returns the defects in the order of contracts/defects.yaml, which is made from test/defects/planted. */
export function loadPlantedDefects(): PlantedDefect[] {
  return parse(readFileSync(packageFile('contracts/defects.yaml'), 'utf8')) as PlantedDefect[];
}

/** Returns the bad clients in the order of contracts/bad-clients.yaml, which is made from test/clients/bad. */
export function loadListedBadClients(): ListedBadClient[] {
  return parse(readFileSync(packageFile('contracts/bad-clients.yaml'), 'utf8')) as ListedBadClient[];
}
