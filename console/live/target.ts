import type { Schema } from '../api/client.ts';

/** Returns a call's operation, or the reason why it has none. */
export function targetOf({
  operation,
  operationId,
  method,
  status,
}: Pick<Schema['ExchangeHead'], 'operation' | 'operationId' | 'method' | 'status'>): string {
  if (operationId !== null) return operation;
  if (method === '') return 'no HTTP';
  return status === 405 ? 'no such method' : 'no such address';
}
