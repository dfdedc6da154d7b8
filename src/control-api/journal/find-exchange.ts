import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { ExchangeRecord } from '../../store/journal.ts';
import type { Profile } from '../../store/profiles.ts';

/** The exchange of a profile that the path names. 404 when its journal does not hold it. */
export async function findExchange({ journal }: Service, { code }: Profile, req: Request): Promise<ExchangeRecord> {
  const exchangeId = String(req.params['exchangeId']);
  const exchange = await journal.find(code, exchangeId);
  if (!exchange)
    throw new Refusal('exchange_not_found', [
      { path: 'path/exchangeId', message: `the journal of this profile has no exchange "${exchangeId.slice(0, 64)}"` },
    ]);
  return exchange;
}
