import { packageFile } from '../../src/base/package-root.ts';
import type { Assumption } from '../../src/interface/rules/load-assumptions.ts';
import type { Entry } from './read-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Returns the assumptions of contracts/assumptions.yaml in order. Throws an Error that names the faulty entry. */
export function readAssumptions(path = packageFile('contracts/assumptions.yaml')): Assumption[] {
  return readCatalogue(path, KEYS, toAssumption);
}

function toAssumption(entry: Entry): Assumption {
  return {
    id: entry.id,
    section: entry.section(entry.text('section')),
    subject: entry.text('subject'),
    value: entry.text('value'),
    reason: entry.text('reason'),
    source: entry.text('source'),
    setting: settingOf(entry),
    specReason: specReasonOf(entry),
  };
}

function settingOf(entry: Entry): string | null {
  const setting = entry.textOrNull('setting');
  if (setting !== null && !setting.startsWith('--'))
    entry.fail(`setting is "${setting}"; expected a flag such as --offers, or null`);
  return setting;
}

function specReasonOf(entry: Entry): string | null {
  if (entry.has('spec') !== entry.has('specReason')) entry.fail('spec: false and specReason go together');
  if (!entry.has('spec')) return null;
  entry.mustBeFalse('spec');
  return entry.text('specReason');
}

const KEYS = ['id', 'section', 'subject', 'value', 'reason', 'source', 'setting', 'spec', 'specReason'];
