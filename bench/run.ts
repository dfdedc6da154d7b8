import { compare } from './compare.ts';
import { canPin } from './measured-server.ts';
import { compareJournal } from './journal.ts';
import { measureMemory } from './memory.ts';
import { bookBodies, newSearchBodies, oneSearchBody, searchBodies } from './requests.ts';
import { measureStart } from './start.ts';
import { measureVerify } from './verify.ts';

// Every figure is measured in this one run. Ratios are what counts; the rest depends on the machine.
console.log(`servers ${canPin ? 'pinned to one core' : 'NOT pinned (no taskset here)'}; ratio to raw = CPU time per request of raw node:http ÷ that of the server\n`);
await compare({ title: 'search, 12 offers, the same search', path: '/v1/flights/search', warmUp: 8000, amount: 1500, bodies: async () => oneSearchBody() });
await compare({ title: 'search, 12 offers, fifty searches in turn', path: '/v1/flights/search', warmUp: 8000, amount: 1500, bodies: async () => searchBodies() });
await compare({ title: 'search, 12 offers, every search a new one', path: '/v1/flights/search', warmUp: 2000, amount: 500, bodies: async () => newSearchBodies() });
await compare({ title: 'book', path: '/book', warmUp: 4000, amount: 800, bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count) });
await compareJournal({ title: 'search', path: '/v1/flights/search', warmUp: 4000, amount: 800, bodies: async () => oneSearchBody() });
await compareJournal({ title: 'book', path: '/book', warmUp: 2000, amount: 400, bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count) });
await measureStart();
await measureVerify();
await measureMemory();
