import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { documentSections } from '../../src/interface/rules/sections.ts';

/**
 * Reads a catalogue file: a YAML list of entries, each a mapping with an `id` of its own.
 * Throws an Error that names file, entry and fault; a catalogue with one fault is not used at all.
 */
export function readCatalogue<T>(path: string, keys: readonly string[], toItem: (entry: Entry) => T): T[] {
  const file = basename(path);
  const list: unknown = parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${file}: expected a list of entries, found ${kindOf(list)}`);
  const seen = new Set<string>();
  return list.map((item, index) => {
    const entry = new Entry(`${file}, entry ${index + 1}`, item, keys);
    if (seen.has(entry.id)) entry.fail('this id is used by an earlier entry; give each entry its own');
    seen.add(entry.id);
    return toItem(entry);
  });
}

/** An entry of a catalogue. Each reader returns a value of the type in its name, or throws. */
export class Entry {
  readonly id: string;
  readonly #place: string;
  readonly #values: Record<string, unknown>;

  constructor(place: string, item: unknown, keys: readonly string[]) {
    this.#place = place;
    if (!isMapping(item)) this.fail(`expected a mapping, found ${kindOf(item)}`);
    this.#values = item;
    this.id = this.text('id');
    this.#place = `${place} (${this.id})`;
    if (!ID.test(this.id))
      this.fail('an id is two or more kebab-case words joined by dots, for example offer.fields.offer-id');
    for (const key of Object.keys(this.#values)) {
      if (!keys.includes(key)) this.fail(`unknown key "${key}"; expected ${keys.join(', ')}`);
    }
  }

  has(key: string): boolean {
    return this.#values[key] !== undefined;
  }

  text(key: string): string {
    const value = this.#required(key);
    if (typeof value !== 'string' || value.trim() === '') this.fail(`${key} must be text, found ${kindOf(value)}`);
    return value;
  }

  textOrNull(key: string): string | null {
    return this.#required(key) === null ? null : this.text(key);
  }

  list(key: string): string[] {
    const value = this.#required(key);
    if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string')) {
      this.fail(`${key} must be a list of texts that is not empty (numbers need quotes)`);
    }
    return value;
  }

  oneOf<const T extends string>(key: string, allowed: readonly T[]): T {
    const text = this.text(key);
    const value = allowed.find((known) => known === text);
    if (value === undefined) this.fail(`${key} is "${text}"; expected one of ${allowed.join(', ')}`);
    return value;
  }

  mustBeFalse(key: string): void {
    if (this.#required(key) !== false) this.fail(`${key} is ${kindOf(this.#values[key])}; leave it out or write false`);
  }

  section(value: string): string {
    if (!documentSections.has(value))
      this.fail(`the document has no section "${value}"; see src/interface/rules/sections.ts`);
    return value;
  }

  fail(fault: string): never {
    throw new Error(`${this.#place}: ${fault}`);
  }

  #required(key: string): unknown {
    if (this.#values[key] === undefined) this.fail(`${key} is missing`);
    return this.#values[key];
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return JSON.stringify(value);
}

const ID = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
