import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { CheckedExchange } from '../http/exchange.ts';

/** Returns the object sent by a call; without properties if it sent none. */
export const sentBody = memoizeByObject(parseBody);

function parseBody({ request }: CheckedExchange): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(request.body ?? '');
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
