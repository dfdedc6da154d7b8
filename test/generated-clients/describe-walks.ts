import { describe, it } from 'vitest';
import type { GeneratedClient } from './clients.ts';
import { missing } from './tools.ts';
import { walkWith } from './walk.ts';

/** Defines one test for each client. */
export function describeWalks(clients: readonly GeneratedClient[]): void {
  describe('a generated client', { timeout: 1_200_000 }, () => {
    for (const client of clients) {
      const reason = missing(client.needs);
      if (reason) it.skip(`${client.name}: ${reason}`);
      else it(`compiles, and walks without breaking a rule: ${client.name}`, () => walkWith(client));
    }
  });
}
