import type { GdsProvider } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Input } from './operation.ts';

/**
 * The two path parameters of an offer, which have been validated. The gdsprovider is read as it stands in the address:
 * its decoded form may be written in several ways.
 */
export function readOfferPath({ path, params }: Pick<Input<'getFlightOffer'>, 'path' | 'params'>): {
  gdsprovider: GdsProvider;
  offerId: string;
} {
  const text = path.split('/').at(-2);
  if (text !== '0' && text !== '1') {
    throw new Refusal('invalid_request', [
      { path: 'path/gdsprovider', message: `gdsprovider must be 0 or 1, got "${text}"` },
    ]);
  }
  return { gdsprovider: text === '0' ? 0 : 1, offerId: params.offerId };
}
