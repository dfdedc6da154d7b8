import { createRequire } from 'node:module';
import { runTests } from './support/runner/run-tests.ts';

// `npm test` and `npm run test:full`: vitest, with a second try of failed tests. The bundle comes first: each of the
// processes that tests start at once would make its own.
createRequire(import.meta.url)('../package/fresh-bundle.cjs').freshBundle();
await runTests(process.argv.slice(2));
