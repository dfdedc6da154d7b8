import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages } from '../../../docs/generate.ts';
import { catalogue as errorCatalogue } from '../../../src/interface/errors/catalogue.ts';
import { loadAssumptions } from '../../../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import { documentSections } from '../../../src/interface/rules/sections.ts';
import { readSpecMarks } from './spec-marks.ts';

const rules = loadRules();
const assumptions = loadAssumptions();
const marks = readSpecMarks();

describe('the catalogues', () => {
  it('have unique ids of kebab-case words joined by dots', () => {
    const ids = [...rules, ...assumptions].map((item) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  it('refer to existing sections of the document', () => {
    const named = [...rules.flatMap((rule) => rule.sections), ...assumptions.map((assumption) => assumption.section)];
    expect(named.filter((section) => !documentSections.has(section))).toEqual([]);
  });

  it('cover every section of the document', () => {
    const named = new Set([
      ...rules.flatMap((rule) => rule.sections),
      ...assumptions.map((assumption) => assumption.section),
    ]);
    const headingsOnly = ['2'];
    expect([...documentSections.keys()].filter((section) => !named.has(section))).toEqual(headingsOnly);
  });

  it('have no duplicate entries', () => {
    const sentences = rules.map((rule) => rule.sentence);
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
  });

  it('name only error codes that exist', () => {
    const codes = assumptions.flatMap((assumption) =>
      [...assumption.value.matchAll(/\b[45]\d\d ([a-z]+(?:_[a-z]+)+)/g)].map((match) => match[1]),
    );
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => !(code in errorCatalogue))).toEqual([]);
  });
});

describe('openapi.yaml', () => {
  it('has every operation that a rule mentions', () => {
    expect(rules.flatMap((rule) => rule.operations).filter((operation) => !marks.operations.has(operation))).toEqual(
      [],
    );
  });

  it('marks each operation of a rule, on the operation or on a part that it references', () => {
    const unmarked = rules.flatMap((rule) =>
      rule.operations
        .filter((operation) => !marks.operations.get(operation)?.rules.has(rule.id))
        .map((operation) => `${rule.id} on ${operation}`),
    );
    expect(unmarked).toEqual([]);
  });

  it('marks each assumption, unless the assumption states a reason against it', () => {
    const unmarked = assumptions
      .filter((assumption) => !marks.anywhere.assumptions.has(assumption.id))
      .map((assumption) => assumption.id);
    expect(unmarked).toEqual(
      assumptions.filter((assumption) => assumption.specReason !== null).map((assumption) => assumption.id),
    );
  });
});

describe('the generated pages', () => {
  it.each(pages)('$path is up to date', (page) => {
    expect(readFileSync(page.path, 'utf8'), 'run: node docs/generate.ts').toBe(page.render());
  });
});
