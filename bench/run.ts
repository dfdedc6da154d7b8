import type { Comparison } from './compare.ts';
import { compare } from './compare.ts';
import { measureFullLoad } from './full-load.ts';
import { compareJournal } from './journal.ts';
import { canPin } from './measured-server.ts';
import { measureMemory } from './memory.ts';
import { bookBodies, newSearchBodies, oneSearchBody, searchBodies } from './requests.ts';
import { measureStart } from './start.ts';
import { measureTurns } from './turns.ts';
import { measureVerify } from './verify.ts';

// `npm run bench -- turns` takes the last part only, `-- turns import` those of its loads with that in their title.
if (process.argv[2] === 'turns') {
  await measureTurns(process.argv[3]);
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
await compareJournal({ ...searches, title: 'search', bodies: async () => same });
await compareJournal(books);
await measureStart();
await measureVerify();
await measureMemory();
await measureTurns();
await measureFullLoad(30, '200');
