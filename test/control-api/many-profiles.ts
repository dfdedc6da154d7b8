import type { KeyPair } from '../../src/index.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { headersOf } from './control-client.ts';
import { verdictOn } from './verdicts-client.ts';

/** Lets each of many new profiles break a rule; returns the verdicts that they have on it afterwards. */
export async function verdictsOfEach({ sandbox, baseUrl }: TestSandbox, profiles: number): Promise<Set<string>> {
  const pairs: KeyPair[] = [];
  while (pairs.length < profiles) pairs.push(await sandbox.addProfile());
  for (const keys of pairs) await bookUnpriced(baseUrl, keys);
  const verdicts = new Set<string>();
  for (const keys of pairs) verdicts.add((await verdictOn(baseUrl, keys, 'transfer.pricing.mandatory')).verdict);
  return verdicts;
}

/** Breaks a rule: a booking needs a pricing. */
export async function bookUnpriced(baseUrl: string, keys: KeyPair): Promise<void> {
  const headers = { ...headersOf(keys), 'Content-Type': 'application/json' };
  const response = await fetch(`${baseUrl}/book`, { method: 'POST', headers, body: '{}' });
  await response.arrayBuffer();
}
