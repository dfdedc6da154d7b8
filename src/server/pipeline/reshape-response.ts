import type { Received } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { ResponseShape } from '../../scenarios/scenario.ts';
import { withNulls } from '../openapi/nullable.ts';

/** The body as a scenario reshapes it, which need not fit the interface any more; undefined where none does. */
export function reshapeResponse(spec: Spec, { scenario, operation }: Received<OperationId>, body: object): unknown {
  for (const edge of scenario?.edges ?? []) {
    if (edge.at === 'answer' && 'shape' in edge)
      return SHAPES[edge.shape](body, () => withNulls(spec, operation.operationId, body));
  }
  return undefined;
}

const SHAPES: Record<ResponseShape, (body: object, nulled: () => unknown) => unknown> = {
  'unknown-fields': (body) => withMore(body),
  nulls: (_body, nulled) => nulled(),
  // A client that does not know the status must not see from other fields how the booking ended.
  'unknown-status': (body) => ({
    ...body,
    ...('completed' in body && { completed: false, reservations: [] }),
    status: 'on_request',
  }),
};

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([name, inner]) => [name, withMore(inner)]);
  return { ...Object.fromEntries(own), ...MORE };
}

const MORE = {
  newText: 'of a later version',
  newNumber: 1,
  newList: ['later'],
  newObject: { of: 'a later version' },
  newNothing: null,
};
