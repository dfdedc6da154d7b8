import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from './tables.ts';

/** The rows of one profile, or without one those of every profile that lives by the service's clock. */
export function livesBy(profileCode: string | undefined) {
  return (eb: ExpressionBuilder<Tables, 'searches' | 'pricings'>): Expression<SqlBool> =>
    profileCode === undefined
      ? eb('profile_code', 'not in', eb.selectFrom('profiles').select('code').where('clock', 'is not', null))
      : eb('profile_code', '=', profileCode);
}
