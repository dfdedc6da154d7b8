import { readFileSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { ProfileState } from '../../src/store/state.ts';

// A process that imports, resets or removes a profile of a store file, and kills itself before its statement number
// `count` from then on. Arguments: the store file, the profile, the operation, the count, the file of the state.
const [path = '', code = '', operation = '', count = '0', stateFile = ''] = process.argv.slice(2);
const store = await openStore(path);
const state = JSON.parse(readFileSync(stateFile, 'utf8')) as ProfileState;
let left = Number(count);
const countedDown = (statement: (this: StatementSync, ...values: never[]) => unknown) =>
  function (this: StatementSync, ...values: never[]) {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return statement.apply(this, values);
  };
for (const method of ['run', 'all'] as const) {
  const statement = Object.getOwnPropertyDescriptor(StatementSync.prototype, method)?.value as typeof countedDown;
  Object.defineProperty(StatementSync.prototype, method, { value: countedDown(statement as never) });
}
if (operation === 'import') await store.states.replace(code, state);
else if (operation === 'reset') await store.states.clear(code, null, null);
else await store.states.remove(code);
process.send?.('done');
await store.states.swept();
await store.close();
