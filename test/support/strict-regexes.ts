import { expect } from 'vitest';

// As an expected value in `toMatchObject`, a regular expression would pass for any value. Only `expect.stringMatching`
// compares a text with it.
expect.addEqualityTesters([
  (found, expected) => (expected instanceof RegExp && !(found instanceof RegExp) ? false : undefined),
]);
