import type { ControlSchema } from '../control-api.ts';
import type { ControlServices } from '../control-services.ts';

/** What an exchange broke, by its id. */
export type CausedVerdicts = (exchangeId: string) => ControlSchema['CausedVerdict'][];

/** What the exchanges of a profile broke, as far as the judge holds it; nothing where there is no judge. */
export async function causedVerdicts({ judge }: ControlServices, profileCode: string): Promise<CausedVerdicts> {
  await judge?.settled();
  return (exchangeId) =>
    (judge?.caused(profileCode, exchangeId) ?? []).map(({ rules, ...rest }) => ({ ...rest, rules: [...rules] }));
}
