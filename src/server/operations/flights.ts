import { getFlightOffer } from '../../flights/offers.ts';
import { createFlightOrder } from '../../flights/orders/create-order.ts';
import { getRequiredFields } from '../../flights/orders/required-fields.ts';
import { searchFlights } from '../../flights/search.ts';
import type { GdsProvider } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { gdsproviders } from '../../interface/gdsproviders.ts';
import type { Input, Operations } from './operation.ts';

/** The flight half's operations: HTTP to domain and back, nothing else. */
export const flightOperations = {
  searchFlights: {
    operationId: 'searchFlights',
    async run({ flights }, context, { body }) {
      return { body: await searchFlights(flights, context, body) };
    },
  },

  getFlightOffer: {
    operationId: 'getFlightOffer',
    async run({ flights }, context, input) {
      const { gdsprovider, offerId } = readOfferPath(input);
      return { body: await getFlightOffer(flights, context, gdsprovider, offerId) };
    },
  },

  getRequiredFields: {
    operationId: 'getRequiredFields',
    async run({ flights }, context, input) {
      const { gdsprovider, offerId } = readOfferPath(input);
      return { body: await getRequiredFields(flights, context, gdsprovider, offerId, input.body) };
    },
  },

  createFlightOrder: {
    operationId: 'createFlightOrder',
    async run({ flights }, context, input) {
      const { gdsprovider, offerId } = readOfferPath(input);
      return { body: await createFlightOrder(flights, context, gdsprovider, offerId, input.body) };
    },
  },
} satisfies Partial<Operations>;

/**
 * Reads an offer's two validated path parameters. The gdsprovider is read from the raw address, because several
 * notations decode to the same value.
 */
export function readOfferPath({ path, params }: Pick<Input<'getFlightOffer'>, 'path' | 'params'>): {
  gdsprovider: GdsProvider;
  offerId: string;
} {
  const text = path.split('/').at(-2);
  const gdsprovider = gdsproviders.find((one) => String(one) === text);
  if (gdsprovider === undefined) {
    const message = `gdsprovider must be ${gdsproviders.join(' or ')}, got "${text}"`;
    throw new Refusal('invalid_request', [{ path: 'path/gdsprovider', message }]);
  }
  return { gdsprovider, offerId: params.offerId };
}
