import { isRecord } from '../../../base/values/kinds.ts';
import type { CheckedExchange } from '../http/exchange.ts';

/** The object that a call sent; without properties if it sent none. */
export function sentBody({ request }: CheckedExchange): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(request.body ?? '');
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
