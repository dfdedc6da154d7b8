import { expect, it } from 'vitest';
import { hammer } from './hammer.ts';
import { serveTaxiway } from './taxiway.ts';

const RUNS = 30;

it(
  'at SIGTERM, however long the server has run, every request that was taken gets its whole response',
  { timeout: 600_000 },
  async () => {
    for (let run = 0; run < RUNS; run++) {
      const server = await serveTaxiway();
      const outcome = hammer(server.baseUrl);
      await new Promise((resolve) => setTimeout(resolve, run * 50));
      server.kill('SIGTERM');
      expect((await outcome).lost).toEqual([]);
      expect(await server.ended).toBe(0);
    }
  },
);
