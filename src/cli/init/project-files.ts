import type { Project } from './detect-project.ts';
import { firstTest } from './first-test.ts';
import { workflow } from './workflow.ts';

/** A file for the project; the path is relative to its folder. */
export interface ProjectFile {
  path: string;
  text: string;
  /** Other names under which the file may be there already. */
  otherNames: readonly string[];
  /** What it is for. */
  purpose: string;
}

/** Everything that `taxiway init` writes. */
export function projectFiles(project: Project): ProjectFile[] {
  const test = firstTest(project);
  return [
    {
      path: 'taxiway.config.json',
      text: CONFIG,
      otherNames: ['taxiway.config.yaml', 'taxiway.config.yml'],
      purpose: 'settings of `taxiway verify`',
    },
    {
      ...test,
      otherNames: [],
      purpose: `a first test, for ${project.runner === 'node' ? 'node:test' : project.runner}`,
    },
    {
      path: '.github/workflows/taxiway.yml',
      text: workflow(project, test.path),
      otherNames: [],
      purpose: 'runs that test, and `taxiway verify` where there is a test system',
    },
  ];
}

const CONFIG = `{
  "$schema": "./node_modules/taxiway/src/config/taxiway.config.schema.json",
  "verify": {
    "baseUrl": "http://127.0.0.1:4010"
  }
}
`;
