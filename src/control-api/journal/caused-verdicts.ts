import type { Service } from '../../service.ts';
import type { ControlSchema } from '../control-api.ts';

/** What an exchange broke, by its id. */
export type CausedVerdicts = (exchangeId: string) => ControlSchema['CausedVerdict'][];

/** What the exchanges of a profile broke, as far as the judge holds it; nothing where there is no judge. */
export async function causedVerdicts({ judge }: Service, profileCode: string): Promise<CausedVerdicts> {
  await judge?.settled();
  return (exchangeId) =>
    (judge?.caused(profileCode, exchangeId) ?? []).map(({ rules, ...rest }) => ({ ...rest, rules: [...rules] }));
}
