import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../../base/package-root.ts';

/** A fault that the tests plant in the sandbox to prove that the contract of a rule detects it. */
export interface PlantedDefect {
  name: string;
  /** The id of the rule that it breaks. */
  rule: string;
  /** What the service does wrong, as a sentence. */
  breaks: string;
}

/** The defects in the order of contracts/defects.yaml, which is made from test/defects/planted. */
export function loadPlantedDefects(): PlantedDefect[] {
  return parse(readFileSync(packageFile('contracts/defects.yaml'), 'utf8')) as PlantedDefect[];
}
