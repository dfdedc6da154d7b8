import { stripVTControlCharacters, styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fit } from '../../../src/check/report/terminal.ts';

describe('a text for a terminal', () => {
  it('is wrapped between words, and indented below the text after a label', () => {
    const text =
      '  expected  a code in capital letters, as the document has it\n\nno label, so the margin is two columns';
    expect(fit(text, 40)).toBe(
      '  expected  a code in capital letters,\n            as the document has it\n\n' +
        'no label, so the margin is two columns',
    );
  });

  it('keeps the margin of a line without a label', () => {
    expect(fit(`    ${'word '.repeat(12).trim()}`, 40).split('\n')).toEqual([
      `    ${'word '.repeat(7).trim()}`,
      `    ${'word '.repeat(5).trim()}`,
    ]);
  });

  it('is measured without colour codes', () => {
    const painted = Array.from({ length: 20 }, () => styleText('red', 'word', { validateStream: false })).join(' ');
    const lines = fit(painted, 44).split('\n').map(stripVTControlCharacters);
    expect(lines[0]).toBe('word '.repeat(9).trim());
  });

  it('breaks a long piece of JSON below its label', () => {
    const json = JSON.stringify({ searchId: 'a'.repeat(40), address: 'Alcalá' });
    const lines = fit(`    sent      ${json}`, 50).split('\n');
    expect(lines[0]).toBe(`    sent      ${json.slice(0, 36)}`);
    expect(lines.slice(1).every((line) => line.startsWith(' '.repeat(14)) && line.length <= 50)).toBe(true);
    expect(lines.map((line) => line.slice(14)).join('')).toBe(json);
  });

  it('keeps commands and very long words in one piece', () => {
    const text = [
      `  curl -sS 'http://127.0.0.1:4010/v1/flights/search' \\`,
      `    -H 'Content-Type: application/json' -H 'Accept: application/json'`,
      '  again     taxiway verify http://127.0.0.1:4010 --only flight-search.endpoint',
      'x'.repeat(60),
    ].join('\n');
    expect(fit(text, 40)).toBe(text);
  });

  it.each([undefined, 0, 20])('is not wrapped if the width is %s', (columns) => {
    const text = 'word '.repeat(50);
    expect(fit(text, columns)).toBe(text);
  });
});
