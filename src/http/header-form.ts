import { isPlaceholder } from '../check/judge/expectations/identifiers.ts';

/**
 * Returns the form of a credential header, for the judge: `Basic xxxx`, `pk_xxxx/dp_xxxx`. It contains no secret. Null
 * for a missing header.
 */
export function formOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const [, scheme = '', rest = ''] = SCHEME.exec([header].flat().join().slice(0, LONGEST)) ?? [];
  return scheme + (isPlaceholder(rest) ? rest : rest.replaceAll(MASKED, (_, prefix?: string) => prefix ?? 'x'));
}

const SCHEME = /^((?:bearer|basic|digest|token|apikey|key)(?= |$) *)?(.*)$/is;
const MASKED = /\b(pk_|dp_|sk_)|[\p{L}\p{N}]/gu;
const LONGEST = 500;
