import type { Comparison } from './compare.ts';
import { compare } from './compare.ts';
import { measureConsole } from './console/console.ts';
import { measureExamFlake } from './exam-flake.ts';
import { measureFullLoad } from './full-load.ts';
import { measureJudge } from './judge.ts';
import { measureLiveJudge } from './judge-live.ts';
import { measureMemory, measureProfiles } from './memory.ts';
import { compareWithClone, compareWithout } from './pairs.ts';
import { measureFaults } from './postgres/faults.ts';
import { measurePostgres } from './postgres/postgres.ts';
import { measureReplicas } from './postgres/replicas.ts';
import { measurePrice } from './price/price.ts';
import { measureRecorder } from './recorder.ts';
import { measureRefusals } from './refusals.ts';
import { bookBodies, newSearchBodies, oneSearchBody, searchBodies } from './requests.ts';
import { measureStarts } from './start.ts';
import { measureTurns } from './turns.ts';
import { measureVerify } from './verify.ts';

/** A part of the benchmark that can be measured by itself. */
export interface Part {
  says: string;
  /** Names of its arguments. `scale` is the share of the usual amounts, 1 by default. */
  takes: string;
  /** Arguments of the shortest run that passes through all of its code. */
  shortest: readonly string[];
  run(...given: string[]): Promise<void>;
}

const SHORTEST = '0.002';

const search = { path: '/v1/flights/search', warmUp: 24_000, amount: 600 };
const [same, several, fresh] = [oneSearchBody(), searchBodies(), newSearchBodies()];
const sameSearch = { ...search, title: 'search, 12 offers, the same search', bodies: async () => same };
const searches: readonly Comparison[] = [
  sameSearch,
  { ...search, title: 'search, 12 offers, fifty searches in turn', bodies: async () => several },
  {
    ...search,
    ...{ warmUp: 4000, amount: 150 },
    title: 'search, 12 offers, every search a new one',
    bodies: async () => fresh,
  },
];
const books: Comparison = {
  title: 'book',
  path: '/book',
  warmUp: 24_000,
  amount: 400,
  bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count),
};

/** By the name that stands in `npm run bench -- <name>`. */
export const parts: Record<string, Part> = {
  search: scaledPart('flight searches, next to raw node:http and express with a validator', async (scale) => {
    for (const comparison of searches) await compare(comparison, scale);
  }),
  book: scaledPart(
    'bookings, next to the same servers, and refused ones after few and many pricings',
    async (scale) => {
      await compare(books, scale);
      await measureRefusals(scale);
    },
  ),
  journal: scaledPart('what the journal costs', async (scale) => {
    await compareWithout('journal', sameSearch, scale);
    await compareWithout('journal', books, scale);
  }),
  before: {
    says: 'searches and bookings, next to those of another clone with its own node_modules',
    takes: '<folder> [scale]',
    shortest: ['.', SHORTEST],
    async run(folder, scale = '1') {
      for (const comparison of [...searches, books]) await compareWithClone(folder, comparison, Number(scale));
    },
  },
  'judge-live': scaledPart('what the judge of a running sandbox costs', measureLiveJudge),
  start: scaledPart('the starts: from source, built, as an executable, by npx', measureStarts),
  verify: scaledPart('whole runs of taxiway verify', measureVerify),
  judge: scaledPart('the judge of recordings', measureJudge),
  recorder: scaledPart('what the recorder adds to a request', measureRecorder),
  memory: scaledPart(
    'memory over 50,000 searches; what a profile costs in memory and in a store file',
    async (scale) => {
      await measureMemory(scale);
      await measureProfiles(scale);
    },
  ),
  turns: {
    says: 'the longest turn of the event loop',
    takes: '[title] [scale]',
    shortest: [', store file', SHORTEST],
    run: (title, scale = '1') => measureTurns(title, Number(scale)),
  },
  'full-load': {
    says: 'memory under full load',
    takes: '[seconds] [bounds]',
    shortest: ['1', '20'],
    run: (seconds = '30', bounds = '200') => measureFullLoad(Number(seconds), bounds),
  },
  price: {
    says: 'CPU time by part of the code, statements, modules; compared with bench/price.json, or written to it',
    takes: '[print <scale> | check | write <why>]',
    shortest: ['print', SHORTEST],
    run: measurePrice,
  },
  faults: {
    says: 'restarts of PostgreSQL and kills of a replica under load: bookings that were lost or doubled',
    takes: '[restarts] [kills]',
    shortest: ['2', '2'],
    run: (restarts = '50', kills = '200') => measureFaults(Number(restarts), Number(kills)),
  },
  postgres: scaledPart('CPU time of calls on PostgreSQL, next to SQLite in memory and to select 1', measurePostgres),
  replicas: scaledPart('two processes on one PostgreSQL, next to one', measureReplicas),
  console: scaledPart('the console: its first view, and its longest tasks and heap under load', measureConsole),
  'exam-flake': {
    says: 'exams of the example client in a row, compared with each other',
    takes: '[count] [only]',
    shortest: ['2', 'book-transfer.plain'],
    run: (count = '20', only) => measureExamFlake(Number(count), only),
  },
};

function scaledPart(says: string, run: (scale: number) => Promise<void>): Part {
  return { says, takes: '[scale]', shortest: [SHORTEST], run: (scale = '1') => run(Number(scale)) };
}
