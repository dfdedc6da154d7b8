import { openSync } from 'node:fs';
import { bufferedLog, createSandbox } from '../../src/server/create-sandbox.ts';
import { answerUsage } from './answer-usage.ts';

// The sandbox as `taxiway serve` runs it: log lines are written, to nowhere.
const [, , lifetime] = process.argv;
const sandbox = await createSandbox({
  seed: 'bench',
  ...(lifetime !== undefined && { offerMinutes: Number(lifetime), transferOfferMinutes: Number(lifetime) }),
  logTo: bufferedLog(openSync('/dev/null', 'w')),
});
answerUsage();
process.send?.({ baseUrl: await sandbox.listen() });
