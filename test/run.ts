import { createRequire } from 'node:module';
import { thirdOf } from './support/full-size.ts';
import { runTests } from './support/runner/run-tests.ts';

// `npm test` and `npm run test:full`: vitest, with a second try of failed tests. The bundle comes first: all
// processes that tests start at once would wait for it. `--coverage=in-turn` counts coverage for every third commit.
createRequire(import.meta.url)('../package/fresh-bundle.cjs').freshBundle();
const IN_TURN = '--coverage=in-turn';
const args = process.argv.slice(2).flatMap((arg) => (arg === IN_TURN ? thirdOf('coverage', ['--coverage']) : [arg]));
await runTests(args);
