import { readFileSync, writeFileSync } from 'node:fs';
import type { CallPrice } from './calls.ts';
import type { Shares } from './code-parts.ts';
import type { Prices } from './price.ts';
import type { StartPrice } from './starts.ts';

/** The recorded prices, and why they are accepted. Microseconds and ratios depend on the machine; the rest does not. */
interface Recorded extends Pick<Prices, 'loaded'> {
  why: string;
  starts: Record<keyof Prices['starts'], Omit<StartPrice, 'lowShares'>>;
  calls: Record<string, Omit<CallPrice, 'lowShares'>>;
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
export function growths(before: Recorded, now: Prices): Map<string, string> {
  return new Map([
    ...moduleGrowth(before, now),
    ...Object.entries(now.calls).flatMap(([name, { statements }]) => {
      const recorded = before.calls[name]?.statements ?? 0;
      return growth(`${name}, SQL statements`, statements, recorded, recorded);
    }),
    ...Object.entries({ ...now.starts, ...now.calls }).flatMap(([name, { lowShares }]) =>
      shareGrowths(name, { ...before.starts, ...before.calls }[name]?.shares ?? {}, lowShares),
    ),
  ]);
}

function moduleGrowth({ loaded: { modules: recorded } }: Recorded, { loaded: { modules } }: Prices): Growth[] {
  return growth('start, modules', modules, recorded, recorded);
}

function shareGrowths(name: string, before: Shares, now: Shares): Growth[] {
  return Object.entries(now).flatMap(([part, share]) => {
    if (part === LOADING) return [];
    const recorded = before[part] ?? 0;
    return growth(`${name}, share of ${part} in percent`, share, recorded, recorded + POINTS);
  });
}

type Growth = [what: string, growth: string];

function growth(what: string, now: number, recorded: number, most: number): Growth[] {
  return now > most ? [[what, `${toText(now)}; recorded is ${toText(recorded)}, allowed ${toText(most)}`]] : [];
}

function toText(amount: number): string {
  return String(Number(amount.toFixed(1)));
}

/** Largest growth of a share that passes, in percent of the whole. */
const POINTS = 3;
/** Its share depends on how busy the disk is: the number of modules is compared instead. */
const LOADING = 'loading modules';
const FILE = new URL('../price.json', import.meta.url);
