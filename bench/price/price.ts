import type { CallPrice } from './calls.ts';
import { calls, priceCall, weighCall } from './calls.ts';
import { partNames } from './code-parts.ts';
import type { Weights } from './recorded.ts';
import { growths, readRecorded, record } from './recorded.ts';
import type { Loaded, StartPrice } from './starts.ts';
import { priceStarts } from './starts.ts';

/** Cost of a sandbox: by call once it is warm, and by step of a new process. */
export interface Prices {
  loaded: Loaded;
  starts: Record<'start' | 'firstSearch', StartPrice>;
  calls: Record<string, CallPrice>;
}

/**
 * Prints what a sandbox costs, by part of the code; `write` records it in bench/price.json with the reason. `check`
 * compares what holds on every machine with that file, and sets the exit code 1 where a part has grown. Throws for an
 * unknown action, and for `write` without a reason. `scale` is the share of the usual amounts: only 1 gives figures
 * that are worth recording.
 */
export async function measurePrice(action = 'print', given = ''): Promise<void> {
  if (!ACTIONS.includes(action)) throw new Error(`unknown action ${action}; the actions are ${ACTIONS.join(', ')}`);
  if (action === 'write' && given === '')
    throw new Error('write needs the reason: npm run bench -- price write "<why the price changed>"');
  const scale = action === 'print' && given !== '' ? Number(given) : 1;
  if (action === 'check') return check();
  const prices = await measureAll(scale);
  print(prices);
  if (action === 'write') record(prices, given);
}

async function measureAll(scale: number): Promise<Prices> {
  const { loaded, ...starts } = await priceStarts(scale);
  const priced: Prices['calls'] = {};
  for (const [name, call] of Object.entries(calls)) priced[name] = await priceCall(call, scale);
  return { loaded, starts, calls: priced };
}

function print({ loaded, starts, calls: priced }: Prices): void {
  console.log(
    `loaded before the first response: ${loaded.modules} modules and ${loaded.nodeModules} of Node, ` +
      `${loaded.generated} generated functions, ${(loaded.characters / 1e6).toFixed(1)} million characters`,
  );
  const columns = { ...starts, ...priced };
  console.log('CPU time, µs and percent, by part of the code');
  console.table(
    Object.fromEntries(
      partNames.map((part) => [
        part,
        Object.fromEntries(
          Object.entries(columns).map(([name, { cpuMicros, shares }]) => [
            name,
            `${Math.round((cpuMicros * shares[part]) / 100)}  ${shares[part].toFixed(1)} %`,
          ]),
        ),
      ]),
    ),
  );
  for (const [name, { cpuMicros, ratioToBare }] of Object.entries(starts))
    console.log(`${name}: ${Math.round(cpuMicros / 1000)} ms of CPU, ${ratioToBare.toFixed(1)} × a bare start`);
  for (const [name, { cpuMicros, ratioToRaw, statements }] of Object.entries(priced))
    console.log(
      `${name}: ${Math.round(cpuMicros)} µs of CPU, ratio to raw ${ratioToRaw.toFixed(3)}, ` +
        `${statements} SQL statements`,
    );
}

/** Fails if two measurements show the same growth: a busy machine can distort one. */
async function check(): Promise<void> {
  const recorded = readRecorded();
  const first = growths(recorded, await weighAll());
  const both = first.size === 0 ? [] : [...growths(recorded, await weighAll())].filter(([what]) => first.has(what));
  if (both.length === 0) return console.log('The price of a sandbox is within bench/price.json.');
  for (const [what, growth] of both) console.error(`${what}: ${growth}`);
  console.error(REMEDY);
  process.exitCode = 1;
}

async function weighAll(): Promise<Weights> {
  const { loaded, ...starts } = await priceStarts(1);
  const weighed: Weights['calls'] = {};
  for (const [name, call] of Object.entries(calls)) weighed[name] = await weighCall(call);
  return { loaded, starts, calls: weighed };
}

const REMEDY =
  'The price of a sandbox has grown. Make the part cheaper, or accept its price in the same commit: ' +
  'npm run bench -- price write "<why it is worth it>" records it in bench/price.json. ' +
  'A share also grows where another part shrinks.';
const ACTIONS = ['print', 'check', 'write'];
