import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { ExchangeRecord } from '../../store/journal.ts';
import type { Profile } from '../../store/profiles.ts';

/** Throws `exchange_not_found` when the journal of the profile does not have the exchange. */
export async function findExchange(
  { journal }: Service,
  { code }: Profile,
  exchangeId: string,
): Promise<ExchangeRecord> {
  const exchange = await journal.find(code, exchangeId);
  if (!exchange)
    throw new Refusal('exchange_not_found', [
      { path: 'path/exchangeId', message: `the journal of this profile has no exchange "${exchangeId.slice(0, 64)}"` },
    ]);
  return exchange;
}
