import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAssumptions } from '../../../docs/catalogues/read-assumptions.ts';
import { readRules } from '../../../docs/catalogues/read-rules.ts';
import { hiddenConduct } from '../../../src/interface/rules/load-rules.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const rule = {
  id: 'offer.fields.offer-id',
  sections: '["2.2"]',
  bound: 'service',
  sentence: 'An offer has an id.',
  operations: '[searchFlights]',
  observed: 'offerId is there',
};
const assumption = {
  id: 'flight.titles',
  section: '"2.4"',
  subject: 'titles',
  value: 'mr',
  reason: 'known',
  source: 'ours',
  setting: 'null',
};

describe('a catalogue of rules', () => {
  it('is read entry by entry', () => {
    expect(readRules(file(rule))).toEqual([{ ...rule, sections: ['2.2'], operations: ['searchFlights'] }]);
  });

  it("keeps the reason why no exchange shows a client's conduct", () => {
    const reasons = (one: Record<string, string>) => readRules(file(one)).map(hiddenConduct);
    expect(reasons(rule)).toEqual([null]);
    expect(reasons({ ...rule, conduct: '"no: it is kept in a file"' })).toEqual(['it is kept in a file']);
    expect(reasons({ ...rule, observed: '"no: it is secret"' })).toEqual(['it is secret']);
  });

  it.each([
    ['a key that no rule has', [{ ...rule, colour: 'red' }], 'entry 1 (offer.fields.offer-id): unknown key "colour"'],
    ['a missing key', [{ ...rule, sentence: undefined }], 'entry 1 (offer.fields.offer-id): sentence is missing'],
    ['a missing id', [{ ...rule, id: undefined }], 'entry 1: id is missing'],
    ['an id without an area', [{ ...rule, id: 'offer' }], 'entry 1 (offer): an id is two or more'],
    ['an id that is used twice', [rule, rule], 'entry 2 (offer.fields.offer-id): this id is used'],
    [
      'a bound that is none',
      [{ ...rule, bound: 'server' }],
      'bound is "server"; expected one of service, client, both',
    ],
    ['a section that the document lacks', [{ ...rule, sections: '["2.9"]' }], 'the document has no section "2.9"'],
    ['a section without quotes', [{ ...rule, sections: '[2.2]' }], 'sections must be a list of texts'],
    ['no operation', [{ ...rule, operations: '[]' }], 'operations must be a list of texts that is not empty'],
    ['a sentence that is not text', [{ ...rule, sentence: '12' }], 'sentence must be text, found 12'],
  ])('a catalogue with %s is refused', (_fault, entries, message) => {
    expect(() => readRules(file(...entries))).toThrow(message);
  });

  it('a catalogue that is not a list is refused', () => {
    expect(() => readRules(write('rules: []'))).toThrow('expected a list of entries, found a mapping');
  });
});

describe('a catalogue of assumptions', () => {
  it('is read entry by entry', () => {
    expect(readAssumptions(file(assumption))).toEqual([
      { ...assumption, section: '2.4', setting: null, specReason: null },
    ]);
    expect(
      readAssumptions(file({ ...assumption, setting: '--titles', spec: 'false', specReason: 'nothing to mark' })),
    ).toMatchObject([{ setting: '--titles', specReason: 'nothing to mark' }]);
  });

  it.each([
    ['a setting that is not a flag', { ...assumption, setting: 'titles' }, 'setting is "titles"'],
    ['no word on the setting', { ...assumption, setting: undefined }, 'setting is missing'],
    ['no mark and no reason', { ...assumption, spec: 'false' }, 'spec: false and specReason go together'],
    [
      'a reason for a mark',
      { ...assumption, spec: 'true', specReason: 'why' },
      'spec is true; leave it out or write false',
    ],
  ])('a catalogue with %s is refused', (_fault, entry, message) => {
    expect(() => readAssumptions(file(entry))).toThrow(message);
  });
});

function file(...entries: Record<string, string | undefined>[]): string {
  return write(entries.map(toYaml).join(''));
}

function toYaml(entry: Record<string, string | undefined>): string {
  const lines = Object.entries(entry)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}`);
  return `- ${lines.join('\n  ')}\n`;
}

function write(yaml: string): string {
  const path = join(temporaryFolder(), 'catalogue.yaml');
  writeFileSync(path, yaml);
  return path;
}
