import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../src/base/ids.ts';
import { median } from './compare.ts';
import { load } from './load.ts';
import { startServer } from './measured-server.ts';
import { bookBodies } from './requests.ts';
import { scaled } from './scaled.ts';

/**
 * CPU time of a booking, and of one refused for a pricingToken that neither the store nor the judge knows, after few
 * and after many pricings: neither may grow. The judge looks for issued tokens that resemble an unknown one.
 */
export async function measureRefusals(scale = 1): Promise<void> {
  const chance = new Random('bench/refusals');
  const server = await startServer('sandbox');
  let made = 0;
  for (const pricings of [3000, 40_000]) {
    const spare = await bookBodies(server.baseUrl, scaled(pricings, scale) - made);
    made = scaled(pricings, scale);
    const refused = () => JSON.stringify({ ...(JSON.parse(spare()) as object), pricingToken: `pt_${chance.text(36)}` });
    const [booking, refusal]: [number[], number[]] = [[], []];
    for (let round = 0; round < scaled(ROUNDS, scale); round++) {
      for (const [bodies, micros] of [
        [spare, booking],
        [refused, refusal],
      ] as const) {
        const amount = scaled(AMOUNT, scale);
        const { cpuMicros: before } = await server.usage();
        await load(server, '/book', amount, bodies);
        await wait(AFTERMATH_MS * Math.min(1, scale));
        micros.push(((await server.usage()).cpuMicros - before) / amount);
      }
    }
    console.log(
      `after ${made} pricings: ${median(booking).toFixed(0)} CPU µs a booking, ` +
        `${median(refusal).toFixed(0)} one refused for an unknown pricingToken`,
    );
  }
  await server.stop();
}

const ROUNDS = 7;
const AMOUNT = 200;
/** The judge takes the latest exchanges meanwhile. */
const AFTERMATH_MS = 500;
