import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { describeScenario, loadScenarios } from '../../scenarios/registry.ts';

/** A resource in the Model Context Protocol. */
export interface Document {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
  read(this: void): Promise<string> | string;
}

/** Documents for building a client for the service. */
export const documents: readonly Document[] = [
  {
    uri: 'taxiway://openapi.yaml',
    name: 'openapi.yaml',
    description: 'interface of the service in OpenAPI 3.1, each part with the rules of the interface document',
    mimeType: 'application/yaml',
    read: () => readFileSync(packageFile('openapi.yaml'), 'utf8'),
  },
  {
    uri: 'taxiway://control-api.yaml',
    name: 'control-api.yaml',
    description: 'control API of the sandbox in OpenAPI 3.1',
    mimeType: 'application/yaml',
    read: () => readFileSync(packageFile('src/control-api/control-api.yaml'), 'utf8'),
  },
  {
    uri: 'taxiway://rules.json',
    name: 'rules',
    description: 'every normative sentence of the interface document, with its section',
    mimeType: 'application/json',
    read: () => JSON.stringify(loadRules(), null, 2),
  },
  {
    uri: 'taxiway://assumptions.json',
    name: 'assumptions',
    description: 'the open points of the interface document, with the assumed values',
    mimeType: 'application/json',
    read: () => JSON.stringify(loadAssumptions(), null, 2),
  },
  {
    uri: 'taxiway://scenarios.json',
    name: 'scenarios',
    description: 'every scenario, with its operations and parameters',
    mimeType: 'application/json',
    read: async () => JSON.stringify([...(await loadScenarios()).values()].map(describeScenario), null, 2),
  },
];
