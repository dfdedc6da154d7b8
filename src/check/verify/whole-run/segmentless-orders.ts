import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';
import { isRefused } from '../responses/outcome.ts';
import type { Recording } from './recording.ts';

/**
 * Returns the run's orders that are valid except for missing totalSegments, grouped by flow. Includes only flows that
 * seem to need segments, because they refused orders for this reason.
 */
export function segmentlessOrders(recording: Recording): CheckedExchange[][] {
  const orders = recording
    .of('createFlightOrder')
    .flatMap(({ exchange, disfigured, valid }) =>
      !disfigured && valid && 'form' in valid && valid.form === 'an order without totalSegments'
        ? [{ exchange, flow: valid.offer.gdsprovider }]
        : [],
    );
  return [...Map.groupBy(orders, ({ flow }) => flow).values()]
    .map((flow) => flow.map(({ exchange }) => exchange))
    .filter(needsSegments);
}

/** True if the flow refuses for this reason, as a refusal may have another one. */
function needsSegments(orders: readonly CheckedExchange[]): boolean {
  const refused = orders.filter(isRefused);
  return refused.some((order) => /segment/i.test(textOf(order))) || refused.length > orders.length / 2;
}
