import { listOperations } from '../../openapi/operations.ts';
import type { Service } from '../../service.ts';

/** The page at `GET /`, plain text: what runs here and where to go on. */
export function renderIndexPage({ spec, control, scenarios }: Service): string {
  return [
    'taxiway: the sandbox of the flight and transfer booking service',
    '',
    ...table(listOperations(spec).map(({ method, path, operationId }) => [method, path, operationId])),
    '',
    `Add ?scenario=<name> or the header X-Sandbox-Scenario to a call to put your client into a situation: ${[...scenarios.keys()].join(', ')}`,
    '',
    ...table([
      ...DOCUMENTS.map(([path, says]): Line => ['get', path, says]),
      ...listOperations<string>(control.spec).map(({ method, path }): Line => [
        method,
        path,
        control.spec.paths![path]![method]!.summary!,
      ]),
    ]),
    '',
  ].join('\n');
}

type Line = [method: string, path: string, says: string];

function table(lines: Line[]): string[] {
  const width = Math.max(...lines.map(([, path]) => path.length));
  return lines.map(([method, path, says]) => `  ${method.toUpperCase().padEnd(6)}  ${path.padEnd(width)}  ${says}`);
}

const DOCUMENTS = [
  ['/_sandbox/openapi.json', 'The interface as this sandbox serves it (.yaml too)'],
  ['/_sandbox/interface.json', 'The interface without what only the sandbox has (.yaml too)'],
  ['/_sandbox/control-api.json', 'All that lies under /_sandbox (.yaml too)'],
] as const;
