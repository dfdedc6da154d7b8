import { systemClock } from '../../src/clock.ts';
import { loadDefects } from './load-defects.ts';
import { catchDefect } from './verify-defect.ts';

// `npm run defects [name or rule …]`: the harness against each planted defect. Ends with 1 when one got away.
const wanted = process.argv.slice(2);
const defects = (await loadDefects()).filter(({ name, rule }) => wanted.length === 0 || wanted.some((word) => name === word || rule.startsWith(word)));
const startedAt = systemClock.now();
let faults = 0;
for (const [index, defect] of defects.entries()) {
  const { caught, strays, errors } = await catchDefect(defect);
  const faulty = !caught || strays.length > 0 || errors.length > 0;
  if (faulty) faults++;
  console.log(`${String(index + 1).padStart(3)}/${defects.length}  ${caught ? 'caught ' : 'MISSED '} ${defect.rule.padEnd(52)} ${defect.name}`);
  for (const stray of strays) console.log(`         also red: ${stray}`);
  for (const error of errors) console.log(`         error: ${error}`);
}
console.log(`\n${defects.length} defects, ${faults} not caught cleanly, in ${Math.round((systemClock.now() - startedAt) / 1000)} s`);
if (faults > 0 || defects.length === 0) process.exitCode = 1;
