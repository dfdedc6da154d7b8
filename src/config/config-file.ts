import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse, YAMLError } from 'yaml';
import { ConfigError } from '../base/config-error.ts';
import { messageOf } from '../base/message-of.ts';
import { nearest } from '../base/nearest.ts';
import type { FileLayer, WrittenCredential } from './read-settings.ts';
import { inFolder, readerOf } from './read-settings.ts';
import type { Setting, SettingValue } from './setting.ts';

/** A command's part in a config file. */
export interface Section {
  name: string;
  settings: readonly Setting[];
  /** Every section that a config file may have. */
  all: readonly string[];
}

/**
 * Reads a config file section. `${NAME}` is replaced by an environment variable. Throws ConfigError with file, key,
 * value and the allowed values.
 */
export function readConfigFile(path: string, section: Section, env: NodeJS.ProcessEnv): FileLayer<object> {
  const file: Reading = { name: path, settings: {}, credentials: {}, section, env };
  for (const [key, value] of Object.entries(sectionOf(path, section))) take(file, key, value);
  const { name, settings, credentials } = file;
  return { name, settings, credentials };
}

/** A config file, with the keys to read. */
interface Reading {
  name: string;
  settings: Record<string, SettingValue | SettingValue[]>;
  credentials: Record<string, WrittenCredential>;
  section: Section;
  env: NodeJS.ProcessEnv;
}

/** Returns the values in a JSON or YAML file. Throws ConfigError if it is not a mapping. */
export function readMapping(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = parse(readUtf8(path));
  } catch (error) {
    const reason = messageOf(error).split('\n')[0]?.replace(/:$/, '');
    throw new ConfigError(`${path} cannot be read: ${reason}${error instanceof YAMLError ? hintFor(path) : ''}`);
  }
  if (!isMapping(content))
    throw new ConfigError(
      `${path} is ${typeof content === 'string' ? 'one text' : shown(content)}; expected keys with values, in ` +
        `JSON or YAML${hintFor(path)}`,
    );
  return content;
}

/** Throws an Error for UTF-16, which Windows editors write. */
function readUtf8(path: string): string {
  const bytes = readFileSync(path);
  if (bytes[0] === 0 || bytes[1] === 0 || (bytes[0] ?? 0) >= 0xfe) throw new Error('it is UTF-16; save it as UTF-8');
  return bytes.toString();
}

function hintFor(path: string): string {
  return path.endsWith('.json') ? '; JSON has no comments, a file.yaml has them behind #' : '';
}

/** Replaces `${NAME}` by the variable. Throws ConfigError if that is not set. */
export function substituteVariables(text: string, place: string, env: NodeJS.ProcessEnv): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!env[name]) throw new ConfigError(`${place} needs the environment variable ${name}, which is not set`);
    return env[name];
  });
}

/** Refuses an unknown key, and names the nearest known one. */
export function refuseUnknown(place: string, key: string, allowed: readonly string[]): never {
  const near = nearest(key, allowed);
  throw new ConfigError(
    `${place} has the key "${key}"${near === null ? '' : `, which may be meant to be "${near}"`}; allowed are ` +
      `${allowed.join(', ')}`,
  );
}

function sectionOf(path: string, { name, all }: Section): Record<string, unknown> {
  const content = readMapping(path);
  const allowed = ['$schema', ...all];
  for (const key of Object.keys(content)) if (!allowed.includes(key)) refuseUnknown(path, key, allowed);
  const section = content[name] ?? {};
  if (!isMapping(section)) throw new ConfigError(`${path} has ${shown(section)} under ${name}; expected settings`);
  return section;
}

function take(file: Reading, key: string, value: unknown): void {
  const setting = file.section.settings.find((known) => known.inFile && known.key === key);
  if (!setting) refuseKey(file, key);
  const place = `${file.name}: ${key}`;
  if (setting.isKeyPair && isMapping(value)) file.credentials[key] = readCredential(place, value, file.env);
  else file.settings[key] = readValue(file, setting, place, value);
}

function refuseKey({ name: path, section: { name, settings } }: Reading, key: string): never {
  const kept = settings.find((known) => known.key === key);
  const place = `${path} has the key "${key}" under ${name}`;
  if (kept && settings.some(({ isKeyPair }) => isKeyPair) && KEY_PAIR.test(key))
    throw new ConfigError(
      `${place}; write credential: { publicKey, secretKey: "\${NAME}", profileCode }, or name a file`,
    );
  if (kept?.secret)
    throw new ConfigError(`${place}, a secret that must not be in this file; set the variable ${kept.env}`);
  if (kept)
    throw new ConfigError(`${place}, which is set for each run: ${[kept.flag, kept.env].filter(Boolean).join(' or ')}`);
  const allowed = settings.filter(({ inFile }) => inFile).map((known) => known.key);
  refuseUnknown(`${path}, under ${name},`, key, allowed);
}

function readValue(
  { name: path, env }: Reading,
  setting: Setting,
  place: string,
  value: unknown,
): SettingValue | SettingValue[] {
  const read = (item: unknown) => inFolder(setting, readOne(setting, place, item, env), dirname(path));
  if (setting.kind !== 'list' && setting.kind !== 'words') return read(value);
  if (!Array.isArray(value) || value.length === 0)
    throw new ConfigError(`${place} is ${shown(value)}; expected a non-empty list`);
  return value.map(read);
}

function readOne(setting: Setting, place: string, value: unknown, env: NodeJS.ProcessEnv): SettingValue {
  const type = setting.schema?.['type'] === 'integer' ? 'number' : JSON_TYPES[setting.kind ?? 'text'];
  if (typeof value !== type) throw new ConfigError(`${place} is ${shown(value)}; expected ${EXPECTED[type]}`);
  try {
    return readerOf(setting)(substituteVariables(String(value), place, env));
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(`${place} is ${shown(value)}: ${messageOf(error)}`);
  }
}

function readCredential(place: string, value: Record<string, unknown>, env: NodeJS.ProcessEnv): WrittenCredential {
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (!CREDENTIAL_KEYS.includes(key)) refuseUnknown(place, key, CREDENTIAL_KEYS);
      if (key === 'secretKey' && !(typeof text === 'string' && /^\$\{\w+\}$/.test(text))) {
        throw new ConfigError(
          `${place}.secretKey has to be the name of a variable, as in "\${TAXIWAY_SECRET_KEY}": a secret must ` +
            'not be in this file',
        );
      }
      if (typeof text !== 'string' || text === '')
        throw new ConfigError(`${place}.${key} is ${shown(text)}; expected text`);
      return [key, substituteVariables(text, `${place}.${key}`, env)];
    }),
  );
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : JSON.stringify(value);
}

/** A key pair's parts as separate settings. */
const KEY_PAIR = /^(other)?(publicKey|secretKey|profileCode)$/i;
const CREDENTIAL_KEYS = ['publicKey', 'secretKey', 'profileCode'];
const JSON_TYPES = {
  text: 'string',
  file: 'string',
  words: 'string',
  list: 'string',
  number: 'number',
  switch: 'boolean',
} as const;
const EXPECTED = { number: 'a number', boolean: 'true or false', string: 'text' };
