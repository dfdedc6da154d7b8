import { createSandbox } from '../../src/index.ts';
import { answerUsage } from './answer-usage.ts';

// The sandbox as `taxiway serve` runs it: log lines are written, to nowhere.
const { openSync } = await import('node:fs');
const { pino } = await import('pino');
const sandbox = await createSandbox({
  seed: 'bench',
  offerMinutes: Number(process.argv[2] ?? 20),
  logTo: pino.destination({ dest: openSync('/dev/null', 'w'), sync: false }),
});
answerUsage();
process.send?.({ baseUrl: await sandbox.listen() });
