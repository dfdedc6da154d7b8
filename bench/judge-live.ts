import type { Profiler } from 'node:inspector';
import { load } from './load.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startServer } from './measured-server.ts';
import { sharesOf } from './price/code-parts.ts';
import { bookBodies, newSearchBodies, oneSearchBody, travel } from './requests.ts';
import { scaled } from './scaled.ts';

/**
 * What the judge of a running sandbox takes of its CPU, by a profile of the server after it is warm: comparing it with
 * a sandbox without a judge differs from run to run by more than the judge takes. `scale` is the share of the usual
 * amounts.
 */
export async function measureLiveJudge(scale = 1): Promise<void> {
  const [same, fresh, flights] = [oneSearchBody(), newSearchBodies(), newSearchBodies()];
  await measureShare('travellers, each with a flight search and a booked transfer', async (server) => {
    for (let i = 0; i < 500 * scale; i++) await travel(server.baseUrl, flights(), 10 + (i % 300));
  });
  await measureShare('every search a new one', (server) =>
    load(server, '/v1/flights/search', scaled(3000, scale), fresh),
  );
  await measureShare('the same search', (server) => load(server, '/v1/flights/search', scaled(12_000, scale), same));
  await measureShare('one offer, priced and booked 400 times', async (server) => {
    const amount = scaled(400, scale);
    for (let i = 0; i < 10; i++) await load(server, '/book', amount, await bookBodies(server.baseUrl, amount));
  });
}

/** The first run warms the server up; the others are profiled, because one alone varies by a third. */
async function measureShare(title: string, run: (server: MeasuredServer) => Promise<unknown>): Promise<void> {
  const server = await startServer('sandbox');
  await run(server);
  await server.ask({ profile: 'start' });
  for (let i = 0; i < PROFILED; i++) await run(server);
  const shares = sharesOf(await server.ask<Profiler.Profile>({ profile: 'stop' }));
  await server.stop();
  const percent = (part: string) => `${shares[part].toFixed(1)} %`;
  console.log(
    `judge, ${title}: ${percent('judge')} of the CPU time (garbage collection in all: ` +
      `${percent('garbage collection')})\n`,
  );
}

const PROFILED = 3;
