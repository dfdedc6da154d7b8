import { collectControlResponses } from './control-responses.ts';
import { collectResponses } from './responses.ts';

/** The files of `examples/responses`: one response of the sandbox to each operation of both interfaces. */
export async function exampleResponses(): Promise<Map<string, string>> {
  return new Map([
    ...toFiles('openapi', await collectResponses()),
    ...toFiles('control-api', await collectControlResponses()),
  ]);
}

function toFiles(name: string, responses: Readonly<Record<string, unknown>>): [path: string, text: string][] {
  return Object.entries(responses).map(([operationId, body]) => [
    `${name}/${operationId}.json`,
    `${JSON.stringify(body, null, 2)}\n`,
  ]);
}
