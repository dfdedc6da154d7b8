import type { Request } from 'express';

/** The two path parameters of an offer, which the spec has checked. They arrive as text. */
export function readOfferPath(req: Request): { gdsprovider: 0 | 1; offerId: string } {
  return { gdsprovider: Number(req.params['gdsprovider']) as 0 | 1, offerId: String(req.params['offerId']) };
}
