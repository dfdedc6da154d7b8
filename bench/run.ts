import type { Comparison } from './compare.ts';
import { compare } from './compare.ts';
import { measureConsole } from './console.ts';
import { measureExamFlake } from './exam-flake.ts';
import { measureFullLoad } from './full-load.ts';
import { measureJudge } from './judge.ts';
import { measureLiveJudge } from './judge-live.ts';
import { canPin } from './measured-server.ts';
import { measureMemory } from './memory.ts';
import { measureRecorder } from './recorder.ts';
import { bookBodies, newSearchBodies, oneSearchBody, searchBodies } from './requests.ts';
import { measureStart, measureStarts } from './start.ts';
import { measureTurns } from './turns.ts';
import { measureVerify } from './verify.ts';
import { compareWithout } from './without.ts';

const searches = { path: '/v1/flights/search', warmUp: 24_000, amount: 600 };
const books: Comparison = {
  title: 'book',
  path: '/book',
  warmUp: 24_000,
  amount: 400,
  bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count),
};

interface Part {
  /** What it measures, for a reader who chooses. */
  says: string;
  /** What follows the name, `[title]` for example. */
  takes?: string;
  run(argument: string | undefined): Promise<void>;
}

/** What can be measured by itself, by the name that stands in `npm run bench -- <name>`. */
const parts: Record<string, Part> = {
  'judge-live': { says: 'what the judge of a running sandbox costs', run: measureLiveJudge },
  judge: { says: 'the judge of recordings', run: measureJudge },
  start: { says: 'the starts: from source, built, as an executable, by npx', run: measureStarts },
  recorder: { says: 'what the recorder adds to a request', run: measureRecorder },
  turns: { says: 'the longest turn of the event loop', takes: '[title]', run: measureTurns },
  console: {
    says: 'the console: its first view, and its live view under load for a minute',
    takes: '[seconds]',
    run: (seconds = '60') => measureConsole(Number(seconds)),
  },
  'exam-flake': {
    says: 'exams of the example client in a row, compared with each other',
    takes: '[count]',
    run: (count = '20') => measureExamFlake(Number(count)),
  },
};

const [name, argument] = process.argv.slice(2);
const part = name === undefined ? undefined : parts[name];
if (part) await part.run(argument);
else if (name === undefined) await measureAll();
else {
  const rows = Object.entries(parts).map(([own, { says, takes = '' }]) => `  ${`${own} ${takes}`.padEnd(22)} ${says}`);
  console.log(['npm run bench measures everything; npm run bench -- <part> one part:', ...rows].join('\n'));
  if (name !== '--help') process.exitCode = 2;
}
if (part) process.exit();

/** Every figure is measured in this one run. Ratios are what counts; the rest depends on the machine. */
async function measureAll(): Promise<void> {
  console.log(
    `servers ${canPin ? 'pinned to one core' : 'NOT pinned (no taskset here)'}; ratio to raw = CPU time per ` +
      'request of raw node:http ÷ that of the server\n',
  );
  const [same, several, fresh] = [oneSearchBody(), searchBodies(), newSearchBodies()];
  await compare({ ...searches, title: 'search, 12 offers, the same search', bodies: async () => same });
  await compare({ ...searches, title: 'search, 12 offers, fifty searches in turn', bodies: async () => several });
  await compare({
    ...searches,
    title: 'search, 12 offers, every search a new one',
    warmUp: 4000,
    amount: 150,
    bodies: async () => fresh,
  });
  await compare(books);
  await compareWithout('journal', { ...searches, title: 'search', bodies: async () => same });
  await compareWithout('journal', books);
  await measureLiveJudge();
  await measureStart();
  await measureVerify();
  await measureJudge();
  await measureRecorder();
  await measureMemory();
  await measureTurns();
  await measureFullLoad(30, '200');
}
