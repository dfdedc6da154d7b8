import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';

/**
 * The two path parameters of an offer, which the spec has checked. The validator makes a number of `00`, `1e0`
 * and a space too, so the gdsprovider is read as it stands in the address.
 */
export function readOfferPath(req: Request): { gdsprovider: 0 | 1; offerId: string } {
  const text = req.path.split('/').at(-2);
  if (text !== '0' && text !== '1') {
    throw new Refusal('invalid_request', [
      { path: 'path/gdsprovider', message: `gdsprovider must be 0 or 1, got "${text}"` },
    ]);
  }
  return { gdsprovider: text === '0' ? 0 : 1, offerId: String(req.params['offerId']) };
}
