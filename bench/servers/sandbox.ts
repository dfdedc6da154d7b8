import { openSync } from 'node:fs';
import { bufferedLog, createSandbox } from '../../src/server/create-sandbox.ts';
import { answerUsage } from './answer-usage.ts';

// The sandbox as `taxiway serve` runs it: log lines are written, to nowhere.
const sandbox = await createSandbox({
  seed: 'bench',
  offerMinutes: Number(process.argv[2] ?? 20),
  logTo: bufferedLog(openSync('/dev/null', 'w')),
});
answerUsage();
process.send?.({ baseUrl: await sandbox.listen() });
