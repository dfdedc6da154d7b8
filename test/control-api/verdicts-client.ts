import type { KeyPair } from '../../src/index.ts';
import type { operations } from '../../src/interface/control-api.gen.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import { control, headersOf } from './control-client.ts';

export type ProfileVerdicts = operations['getVerdicts']['responses']['200']['content']['application/json'];

export const NO_RESEND = 'transfer.booking.pending.no-resend';

/** Reads the verdicts on a profile with its credentials. */
export async function verdictsOn(baseUrl: string, keys: KeyPair, query = ''): Promise<ProfileVerdicts> {
  const { status, body, text } = await control(baseUrl, 'GET', `/profiles/${keys.profileCode}/verdicts${query}`, {
    headers: headersOf(keys),
  });
  if (status !== 200) throw new Error(`the verdicts were returned ${status}: ${text}`);
  return body;
}

/** The verdict on one rule. */
export async function verdictOn(
  baseUrl: string,
  keys: KeyPair,
  rule = NO_RESEND,
): Promise<ControlSchema['RuleVerdict']> {
  const { verdicts } = await verdictsOn(baseUrl, keys, `?rule=${rule}`);
  return verdicts.rules[0];
}

/** Returns the broken rules on the offer of an order, with the number of times. */
export function ordersBrokenIn({ rules }: ProfileVerdicts['verdicts']): string[] {
  const broken = rules.filter(({ id, broken }) => /^flight-order\.(path|tracked-offer)/.test(id) && broken > 0);
  return broken.map(({ id, broken: times }) => `${id} ${times}`).sort();
}
