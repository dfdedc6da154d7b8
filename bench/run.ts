import { canPin } from './measured-server.ts';
import { parts } from './parts.ts';

/** Measured by `npm run bench` without a name, in this order. */
const ALL = [
  'search',
  'book',
  'journal',
  'judge-live',
  'start',
  'verify',
  'judge',
  'recorder',
  'memory',
  'turns',
  'full-load',
];

const [name, ...given] = process.argv.slice(2);
const part = name === undefined ? undefined : parts[name];
const asksForHelp = name === '--help' || given.includes('--help');
if (part && !asksForHelp) await part.run(...given);
else if (name === undefined) await measureAll();
else {
  const rows = Object.entries(parts).map(([own, { says, takes }]) => `  ${`${own} ${takes}`.padEnd(22)} ${says}`);
  console.log(['npm run bench measures everything; npm run bench -- <part> one part:', ...rows].join('\n'));
  if (!asksForHelp) process.exitCode = 2;
}
if (part) process.exit();

/** Every figure is measured in this one run. Ratios are what counts; the rest depends on the machine. */
async function measureAll(): Promise<void> {
  console.log(
    `servers ${canPin ? 'pinned to one core' : 'NOT pinned (no taskset here)'}; ratio to raw = CPU time per ` +
      'request of raw node:http ÷ that of the server\n',
  );
  for (const own of ALL) await parts[own].run();
}
