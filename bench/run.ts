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

// `npm run bench -- turns` takes the last part only, `-- turns import` those of its loads with that in their title.
if (process.argv[2] === 'turns') {
  await measureTurns(process.argv[3]);
  process.exit(0);
}

// `npm run bench -- judge` takes the judge of recordings only.
if (process.argv[2] === 'judge') {
  await measureJudge();
  process.exit(0);
}

// `npm run bench -- exam-flake [20]` holds exams of the example client in a row, and compares their results.
if (process.argv[2] === 'exam-flake') {
  await measureExamFlake(Number(process.argv[3] ?? 20));
  process.exit();
}

// `npm run bench -- console [60]` takes the console only: its first view, and its live view under load for a minute.
if (process.argv[2] === 'console') {
  await measureConsole(Number(process.argv[3] ?? 60));
  process.exit(0);
}

// `npm run bench -- start` takes the starts only: from source, built, as an executable, by npx.
if (process.argv[2] === 'start') {
  await measureStarts();
  process.exit(0);
}

// `npm run bench -- recorder` takes the recorder only.
if (process.argv[2] === 'recorder') {
  await measureRecorder();
  process.exit(0);
}

// Every figure is measured in this one run. Ratios are what counts; the rest depends on the machine.
console.log(
  `servers ${canPin ? 'pinned to one core' : 'NOT pinned (no taskset here)'}; ratio to raw = CPU time per ` +
    'request of raw node:http ÷ that of the server\n',
);
const searches = { path: '/v1/flights/search', warmUp: 24_000, amount: 600 };
const books: Comparison = {
  title: 'book',
  path: '/book',
  warmUp: 24_000,
  amount: 400,
  bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count),
};
const [same, several, fresh] = [oneSearchBody(), searchBodies(), newSearchBodies()];
// `npm run bench -- judge-live`: what the judge costs.
if (process.argv[2] === 'judge-live') {
  await measureLiveJudge();
  process.exit(0);
}
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
