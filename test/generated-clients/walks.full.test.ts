import { describe, it } from 'vitest';
import { clients } from './clients.ts';
import { missing } from './tools.ts';
import { walkWith } from './walk.ts';

describe('a generated client', { timeout: 1_200_000 }, () => {
  for (const client of clients) {
    const reason = missing(client.needs);
    if (reason) it.skip(`${client.name}: ${reason}`);
    else it(`compiles, and walks without breaking a rule: ${client.name}`, () => walkWith(client));
  }
});
