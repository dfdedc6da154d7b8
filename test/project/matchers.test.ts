import { expect, it } from 'vitest';

it.each(['another', null, undefined])('a regular expression as an expected value matches no text: %s', (found) => {
  expect({ found }).not.toMatchObject({ found: /the reason/ });
  expect({ found: 'the reason' }).not.toMatchObject({ found: /the reason/ });
});
