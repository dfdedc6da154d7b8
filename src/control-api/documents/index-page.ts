import { listOperations } from '../../interface/openapi/operations.ts';
import type { Service } from '../../service.ts';

/** The page at `GET /`, plain text: which operations this server has. */
export function renderIndexPage({ spec, control, scenarios }: Service): string {
  return [
    'taxiway: the sandbox of the flight and transfer booking service',
    '',
    ...table(listOperations(spec).map(({ method, path, operationId }) => [method, path, operationId])),
    '',
    'Add ?scenario=<name> or the header X-Sandbox-Scenario to a call to put your client into a situation: ' +
      [...scenarios.keys()].join(', '),
    '',
    ...table([
      ...DOCUMENTS.map(([path, text]): Line => ['get', path, text]),
      ...listOperations<string>(control.spec).map(({ method, path, description }): Line => [
        method,
        path,
        description.summary ?? '',
      ]),
    ]),
    '',
  ].join('\n');
}

type Line = [method: string, path: string, text: string];

function table(lines: Line[]): string[] {
  const width = Math.max(...lines.map(([, path]) => path.length));
  return lines.map(([method, path, text]) => `  ${method.toUpperCase().padEnd(6)}  ${path.padEnd(width)}  ${text}`);
}

const DOCUMENTS = [
  ['/_sandbox/openapi.json', 'The interface as this sandbox serves it (.yaml too)'],
  ['/_sandbox/interface.json', 'The interface without what only the sandbox has (.yaml too)'],
  ['/_sandbox/control-api.json', 'All that lies under /_sandbox (.yaml too)'],
  ['/_sandbox/openapi-3.0.json', 'The first of these in OpenAPI 3.0; the other two likewise'],
] as const;
