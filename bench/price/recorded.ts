import { readFileSync, writeFileSync } from 'node:fs';
import type { CallPrice, CallWeight } from './calls.ts';
import type { Shares } from './code-parts.ts';
import type { Prices } from './price.ts';
import type { Loaded, StartPrice } from './starts.ts';

/** The recorded prices, and why they are accepted. Microseconds and ratios depend on the machine; the rest does not. */
interface Recorded extends Pick<Prices, 'loaded'> {
  why: string;
  starts: Record<keyof Prices['starts'], Omit<StartPrice, 'lowShares'>>;
  calls: Record<string, Omit<CallPrice, 'lowShares'>>;
}

/** Costs of a sandbox, equal on every machine. */
export interface Weights {
  loaded: Loaded;
  starts: Record<keyof Prices['starts'], Pick<StartPrice, 'lowShares'>>;
  calls: Record<string, CallWeight>;
}

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;
}

export function record(prices: Prices, why: string): void {
  const round = (name: string, value: unknown) => {
    if (name === 'lowShares') return undefined;
    return typeof value === 'number' ? Number(value.toFixed(3)) : value;
  };
  writeFileSync(FILE, `${JSON.stringify({ why, ...prices }, round, 2)}\n`);
}

/** Returns what grew beyond what varies from run to run, and by how much. */
export function growths(before: Recorded, now: Weights): Map<string, string> {
  return new Map([
    ...loadedGrowths(before.loaded, now.loaded),
    ...Object.entries(now.calls).flatMap(([name, { statements }]) => {
      const recorded = before.calls[name]?.statements ?? 0;
      return growth(`${name}, SQL statements`, statements, recorded, recorded);
    }),
    ...Object.entries({ ...now.starts, ...now.calls }).flatMap(([name, { lowShares }]) =>
      shareGrowths(name, { ...before.starts, ...before.calls }[name]?.shares ?? {}, lowShares),
    ),
  ]);
}

function loadedGrowths(recorded: Loaded, { modules, generated, characters }: Loaded): Growth[] {
  return [
    ...growth('start, modules', modules, recorded.modules, recorded.modules),
    ...growth('start, generated functions', generated, recorded.generated, recorded.generated),
    ...growth('start, characters', characters, recorded.characters, recorded.characters * LONGER),
  ];
}

function shareGrowths(name: string, before: Shares, now: Shares): Growth[] {
  return Object.entries(now).flatMap(([part, share]) => {
    if (part === LOADING) return [];
    const points = part === SOCKETS ? POINTS_OF_SOCKETS : POINTS;
    const recorded = before[part] ?? 0;
    return growth(`${name}, share of ${part} in percent`, share, recorded, recorded + points);
  });
}

type Growth = [what: string, growth: string];

function growth(what: string, now: number, recorded: number, most: number): Growth[] {
  return now > most ? [[what, `${toText(now)}; recorded is ${toText(recorded)}, allowed ${toText(most)}`]] : [];
}

function toText(amount: number): string {
  return String(Number(amount.toFixed(1)));
}

/** Largest growth of the loaded code that passes: the bundle and Node's own modules together. */
const LONGER = 1.03;
/** Largest growth of a share that passes, in percent of the whole: on a busy machine the shares grow by up to 2.5. */
const POINTS = 3;
/** Calls of the system take up to 8 percent more of the whole on a busy machine. A second write takes more than 10. */
const SOCKETS = 'node:http and sockets';
const POINTS_OF_SOCKETS = 10;
/** Its share depends on how busy the disk is: the number of modules is compared instead. */
const LOADING = 'loading modules';
const FILE = new URL('../price.json', import.meta.url);
