import { listOperations } from '../openapi/overlay.ts';
import type { Service } from '../service.ts';

/** The page at `GET /`, plain text: what runs here and where to go on. */
export function renderIndex(service: Service): string {
  const operations = listOperations(service.spec);
  const width = Math.max(...operations.map(({ path }) => path.length));
  return [
    'taxiway: the sandbox of the flight and transfer booking service',
    '',
    ...operations.map(({ method, path, operationId }) => `  ${method.toUpperCase().padEnd(4)}  ${path.padEnd(width)}  ${operationId}`),
    '',
    `Add ?scenario=<name> or the header X-Sandbox-Scenario to a call to put your client into a situation: ${[...service.scenarios.keys()].join(', ')}`,
    '',
    '  GET   /_sandbox/scenarios        what each scenario does, and where it applies',
    '  GET   /_sandbox/openapi.json     the interface as this sandbox serves it (.yaml too)',
    '  GET   /_sandbox/interface.json   the interface without what only the sandbox has (.yaml too)',
    '  GET   /_sandbox/control-api.json all that lies under /_sandbox: profiles, credentials, armed scenarios and more (.yaml too)',
    '  POST  /_sandbox/profiles         makes a profile, and answers its key pair',
    '  GET   /_sandbox/orders/:orderId  an order with the native booking call that its provider got',
    '  GET   /_sandbox/health           whether it is up',
    '',
  ].join('\n');
}
