import { describe, expect, it } from 'vitest';
import { loadBadClients } from './bad/load-bad-clients.ts';
import { catchBadClient } from './catch-bad-client.ts';
import { conductOf } from './conduct-of.ts';

const clients = (await loadBadClients()).filter(({ rule }) => conductOf(rule).length > 0);

describe('the judge', () => {
  it.each(clients)('turns $rule red, and nothing else, for the client $name', async (client) => {
    expect(await catchBadClient(client)).toEqual({ missed: [], strays: [], errors: [] });
  });
});
