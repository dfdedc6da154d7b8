import { load } from './load.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startServer } from './measured-server.ts';
import { bookBodies, newSearchBodies, oneSearchBody, travel } from './requests.ts';
import type { ProfileShare } from './servers/profile-share.ts';

/**
 * What the judge of a running sandbox takes of its CPU, by a profile of the server after it is warm: comparing it with
 * a sandbox without a judge differs from run to run by more than the judge takes.
 */
export async function measureLiveJudge(): Promise<void> {
  const [same, fresh, flights] = [oneSearchBody(), newSearchBodies(), newSearchBodies()];
  await measureShare('travellers, each with a flight search and a booked transfer', async (server) => {
    for (let i = 0; i < 500; i++) await travel(server.baseUrl, flights(), 10 + (i % 300));
  });
  await measureShare('every search a new one', (server) => load(server, '/v1/flights/search', 3000, fresh));
  await measureShare('the same search', (server) => load(server, '/v1/flights/search', 12_000, same));
  await measureShare('one offer, priced and booked 400 times', async (server) => {
    for (let i = 0; i < 10; i++) await load(server, '/book', 400, await bookBodies(server.baseUrl, 400));
  });
}

/** The first run warms the server up; the others are profiled, because one alone varies by a third. */
async function measureShare(title: string, run: (server: MeasuredServer) => Promise<unknown>): Promise<void> {
  const server = await startServer('sandbox');
  await run(server);
  await server.ask({ profile: 'start' });
  for (let i = 0; i < PROFILED; i++) await run(server);
  const { part, garbage } = await server.ask<ProfileShare>({ profile: JUDGE });
  await server.stop();
  console.log(
    `judge, ${title}: ${part.toFixed(1)} % of the CPU time (garbage collection in all: ${garbage.toFixed(1)} %)\n`,
  );
}

const PROFILED = 3;
const JUDGE = ['/src/check/judge/', '/contracts/', '/src/http/judge-exchange.ts', '/src/http/observe-exchange.ts'];
