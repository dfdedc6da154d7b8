import type { ConductArea, ConductCheck } from '../src/check/judge/conduct.ts';
import { flightOperations } from '../src/check/judge/expectations/credentials.ts';
import type { Miss } from '../src/check/judge/expectations/missed-address.ts';
import { findMiss } from '../src/check/judge/expectations/missed-address.ts';
import type { OperationId } from '../src/interface/api.ts';

const area: ConductArea = {
  name: 'the addresses of the service',
  checks: [
    {
      title: 'every request goes to a documented address below the base URL',
      rules: ['service.base-url'],
      sees: 'any',
      occasion: 'a request',
      wrong: 'They add a gateway path before the documented one, or have /v1 in both the base URL and the path.',
      right: 'Configure one base URL without a version, and append the documented paths.',
      scenarios: [],
      judge(view) {
        if (view.exchange.operation !== null) return view.kept();
        const miss = findMiss(view.exchange);
        if (miss?.how === 'prefix') view.broken(miss);
        if (miss?.how === 'transfer-prefix') view.broken({ ...miss, assumption: 'transfer.path-prefix' });
        if (miss?.how === 'unknown') view.broken({ ...miss, assumption: 'errors.unknown-addresses' });
      },
    },
    {
      title: 'the path of a flight request carries /v1',
      rules: ['versioning.flight-v1-path'],
      sees: 'any',
      occasion: 'a flight request',
      wrong: 'They omit the version, or expect another one.',
      right: 'Begin the path of every flight request with `/v1/flights/`.',
      scenarios: [],
      judge: atAddress(flightOperations, 'version'),
    },
    {
      title: 'a flight search is a POST on /v1/flights/search',
      rules: ['flight-search.endpoint'],
      sees: 'any',
      occasion: 'a flight search',
      wrong: 'They search with GET and a query, or misspell the path.',
      right: 'Send `POST /v1/flights/search` with the search as its body.',
      scenarios: [],
      judge: atAddress(['searchFlights'], 'search'),
    },
    {
      title: 'a flight order is a POST on /v1/flights/order/{gdsprovider}/{offerId}',
      rules: ['flight-order.endpoint'],
      sees: 'any',
      occasion: 'a flight order',
      wrong: 'They write `orders`, omit the gdsprovider, or put the offerId into the body.',
      right: 'Send `POST /v1/flights/order/` with `gdsprovider` and `offerId` of the chosen offer in the path.',
      scenarios: [],
      judge: atAddress(['createFlightOrder'], 'order'),
    },
    {
      title: 'every request names its developer profile',
      rules: ['service.developer-profile'],
      sees: 'any',
      occasion: 'a request to a documented address',
      wrong: 'They omit the header in some requests, often for transfers.',
      right: 'Send `X-Service-Id` with every request, of flights and of transfers.',
      scenarios: [],
      judge(view) {
        const { operation, request } = view.exchange;
        if (operation === null) return;
        if (request.header('x-service-id')) return view.kept();
        const isFlight = flights.includes(operation);
        view.broken({
          expected: 'a header X-Service-Id with a profile code',
          actual: 'none',
          // The document does not show how transfer requests name it.
          ...(!isFlight && { assumption: 'transfer.authentication' }),
        });
      },
    },
  ],
};

export default area;

/** Returns a check kept by requests at the right address, and broken by requests at one kind of wrong address. */
function atAddress(operations: readonly OperationId[], how: Miss['how']): ConductCheck['judge'] {
  return (view) => {
    const { operation } = view.exchange;
    if (operation !== null) {
      if (operations.includes(operation)) view.kept();
      return;
    }
    const miss = findMiss(view.exchange);
    if (miss?.how === how) view.broken(miss);
  };
}

const flights: readonly OperationId[] = flightOperations;
