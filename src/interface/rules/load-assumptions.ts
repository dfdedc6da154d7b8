import { packageFile } from '../../base/package-root.ts';
import type { Entry } from './read-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

/** What this project assumes where the interface document says nothing. */
export interface Assumption {
  id: string;
  /** Where the document leaves it open; a key of `documentSections`. */
  section: string;
  /** What is left open. */
  subject: string;
  /** What we assume. */
  value: string;
  reason: string;
  source: string;
  /** The flag of `taxiway serve` that changes it. */
  setting: string | null;
  /** Why openapi.yaml carries no mark of it; null when it does. */
  specReason: string | null;
}

/** The assumptions in the order of contracts/assumptions.yaml. Throws an Error that names the faulty entry. */
export function loadAssumptions(path: string = ASSUMPTIONS): Assumption[] {
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
const ASSUMPTIONS = packageFile('contracts/assumptions.yaml');
