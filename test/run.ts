import { runTests } from './support/runner/run-tests.ts';

// `npm test` and `npm run test:full`: vitest, with a second try of failed tests.
await runTests(process.argv.slice(2));
