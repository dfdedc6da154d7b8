/**
 * The text of openapi.yaml or control-api.yaml with a response of each operation as the example `sandbox` of its
 * success. Everything else stays as it is written.
 */
export function withExamples(text: string, responses: Record<string, unknown>): string {
  return Object.entries(responses).reduce((before, [operationId, body]) => put(before, operationId, body), text);
}

function put(text: string, operationId: string, body: unknown): string {
  const operation = text.indexOf(`      operationId: ${operationId}\n`);
  const [success] = text.slice(operation).match(/^ {8}'20[01]':\n(?: {9}.*\n)*? {14}schema:.*\n(?: {15}.*\n)*/m) ?? [];
  if (operation < 0 || success === undefined) throw new Error(`the spec has no success of ${operationId}`);
  const start = text.indexOf(success, operation) + success.length;
  const rest = text.slice(start).replace(EXAMPLES, '').replace(MADE, '');
  return `${text.slice(0, start)}              examples:\n${MARGIN}${exampleOf(body)}\n${rest}`;
}

function exampleOf(body: unknown): string {
  return `sandbox: { summary: A response of the sandbox, value: ${JSON.stringify(body)} }`;
}

const MARGIN = ' '.repeat(16);
const EXAMPLES = /^ {14}examples:\n/;
const MADE = /^ {16}sandbox: .*\n/;
