import type { OperationId } from '../../src/interface/api.ts';
import { errorCodesOf } from '../../src/interface/errors/catalogue.ts';

/** Returns the text of openapi.yaml with `x-error-codes` before the responses of each operation. */
export function withErrorCodes(text: string): string {
  return text.replace(OPERATION, (_, head: string, operationId: OperationId, responses: string) => {
    const lines = Object.entries(errorCodesOf(operationId)).map(
      ([status, codes]) => `        '${status}':${wrap(codes)}`,
    );
    return `${head}      x-error-codes:\n${lines.join('')}${responses}`;
  });
}

/** Returns the codes as a list of YAML; a long one has lines of at most 120 characters. */
function wrap(codes: readonly string[]): string {
  const lines = codes.join(', ').match(/.{1,105}(?:, |$)/g) ?? [];
  if (lines.length === 1) return ` [${lines.join('')}]\n`;
  return `\n          [${lines.map((line) => line.trim()).join('\n           ')}]\n`;
}

/** An operation from its id to its responses, without its codes. */
const OPERATION = /( {6}operationId: (\w+)\n(?: {6}.*\n)*?)(?: {6}x-error-codes:\n(?: {8}.*\n)+)?( {6}responses:\n)/g;
