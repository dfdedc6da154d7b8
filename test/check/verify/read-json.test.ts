import { expect, it } from 'vitest';
import { readJson } from '../../../src/check/verify/http/read-json.ts';

it.each<[text: string, value: unknown, fault: string]>([
  ['{"a":[{"b":1},{"b":2}]}', { a: [{ b: 1 }, { b: 2 }] }, ''],
  ['{ "a": "\\u00e9{\\"a\\":", "b": [] }\n', { a: 'é{"a":', b: [] }, ''],
  ['{"é":1, "a":{"é":2,"é":3}}', { é: 1, a: { é: 3 } }, 'at byte 21, after ,: "é" for the second time'],
  ['{"a":1}\n<!-- x -->', { a: 1 }, 'at byte 7, after }: "\\n<!-- x -->"'],
  ['{"a":1}{"a":1}', { a: 1 }, 'at byte 7, after }: "{\\"a\\":1}"'],
  ['{"NaN":"NaN","a":NaN}', { NaN: 'NaN', a: null }, 'at byte 17, after :: NaN'],
  ['{"a":-Infinity}', { a: null }, 'at byte 5, after :: -Infinity'],
  ['{"a":1', undefined, 'at byte 6, after 1: ""'],
  ['', undefined, 'at byte 0, after nothing: ""'],
])('the value and the first fault of %s', (text, value, fault) => {
  expect(readJson(text)).toEqual({ value, fault });
});
