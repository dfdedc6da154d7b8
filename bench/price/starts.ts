import type { Profiler } from 'node:inspector';
import { median } from '../compare.ts';
import type { MeasuredServer } from '../measured-server.ts';
import { startBare, startCommand } from '../measured-server.ts';
import { demoHeaders, oneSearchBody } from '../requests.ts';
import { scaled } from '../scaled.ts';
import type { Shares } from './code-parts.ts';
import { sharesOf } from './code-parts.ts';
import { sharesAt } from './shares-at.ts';

/** Cost of a new process of `taxiway serve` until one of its responses. */
export interface StartPrice {
  cpuMicros: number;
  /** CPU time ÷ that of the smallest node:http server until its first response. */
  ratioToBare: number;
  /** Medians of the rounds. */
  shares: Shares;
  /** Exceeded by three rounds of four: what has grown by these has not grown by chance. */
  lowShares: Shares;
}

/** Source files that are loaded before the first response. */
export interface Loaded {
  /** Modules of taxiway and its packages. */
  modules: number;
  /** Node's own, beyond its start-up snapshot. */
  nodeModules: number;
  /** Functions that are compiled from text, mostly by Ajv. */
  generated: number;
  characters: number;
}

/** Until the first response of any kind, and from there to the response of the first search. */
export interface StartPrices {
  start: StartPrice;
  firstSearch: StartPrice;
  loaded: Loaded;
}

/** Measures new processes in turn; `scale` is the share of the usual number. */
export async function priceStarts(scale: number): Promise<StartPrices> {
  const loaded = await readLoaded();
  const rounds: Round[] = [];
  for (let i = 0; i < scaled(STARTS, scale); i++)
    rounds.push({ bare: await bareStart(), micros: await plainStart(), shares: await profiledStart() });
  return { start: priceOf(rounds, 'start'), firstSearch: priceOf(rounds, 'firstSearch'), loaded };
}

type Step = 'start' | 'firstSearch';

interface Round {
  bare: number;
  micros: Record<Step, number>;
  shares: Record<Step, Shares>;
}

function priceOf(rounds: readonly Round[], step: Step): StartPrice {
  const profiles = rounds.map(({ shares }) => shares[step]);
  return {
    cpuMicros: median(rounds.map(({ micros }) => micros[step])),
    ratioToBare: median(rounds.map(({ micros, bare }) => micros[step] / bare)),
    shares: sharesAt(0.5, profiles),
    lowShares: sharesAt(0.25, profiles),
  };
}

/** A first start fills Node's compile cache: without it Node loads its stripper of types too. */
async function readLoaded(): Promise<Loaded> {
  await (await startCommand()).stop();
  const server = await startCommand('scripts');
  await firstResponse(server);
  const scripts = await server.ask<{ url: string; characters: number }[]>({ scripts: true });
  await server.stop();
  const count = (isOne: (url: string) => boolean) =>
    new Set(scripts.map(({ url }) => url).filter((url) => url !== '' && isOne(url))).size;
  return {
    modules: count((url) => !url.startsWith('node:')),
    nodeModules: count((url) => url.startsWith('node:')),
    generated: scripts.filter(({ url }) => url === '').length,
    characters: scripts.reduce((sum, { characters }) => sum + characters, 0),
  };
}

async function bareStart(): Promise<number> {
  const server = await startBare();
  await (await fetch(server.baseUrl)).text();
  const { cpuMicros } = await server.usage();
  await server.stop();
  return cpuMicros;
}

async function plainStart(): Promise<Record<Step, number>> {
  const server = await startCommand();
  await firstResponse(server);
  const { cpuMicros: start } = await server.usage();
  await firstSearch(server);
  const { cpuMicros } = await server.usage();
  await server.stop();
  return { start, firstSearch: cpuMicros - start };
}

async function profiledStart(): Promise<Record<Step, Shares>> {
  const server = await startCommand('profile');
  const profile = async () => sharesOf(await server.ask<Profiler.Profile>({ profile: 'stop' }));
  await firstResponse(server);
  const start = await profile();
  await server.ask({ profile: 'start' });
  await firstSearch(server);
  const search = await profile();
  await server.stop();
  return { start, firstSearch: search };
}

async function firstResponse({ baseUrl }: MeasuredServer): Promise<void> {
  await (await fetch(`${baseUrl}/_sandbox/health`)).text();
}

async function firstSearch({ baseUrl }: MeasuredServer): Promise<void> {
  const body = oneSearchBody()();
  const response = await fetch(`${baseUrl}/v1/flights/search`, { method: 'POST', headers: demoHeaders, body });
  if (response.status !== 200) throw new Error(`the first search returned ${response.status}`);
  await response.text();
}

const STARTS = 5;
