import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { ConfigError } from '../base/config-error.ts';
import { messageOf } from '../base/message-of.ts';
import { nearest } from '../base/nearest.ts';
import type { FileLayer, Sources, WrittenCredential } from './read-settings.ts';
import { inFolder, readerOf, readSettings } from './read-settings.ts';
import type { Setting, SettingValue } from './setting.ts';
import type { VerifySetting, VerifySettings } from './verify-settings.ts';
import { CREDENTIALS, verifySettings } from './verify-settings.ts';

type ConfigFile = FileLayer<VerifySettings>;

/**
 * Reads the config file that `--config` or its variable names, or else that of the folder; null if there is none.
 * `${NAME}` stands for a variable of the environment. Throws ConfigError, with file, key, value and what is allowed.
 */
export function readConfigFile(sources: Sources): ConfigFile | null {
  const { env, folder } = sources;
  const named = readSettings<Pick<VerifySettings, 'config'>>(CONFIG, sources).settings.config;
  const path = named ?? findConfigFile(folder);
  if (path === null) return null;
  const section = sectionOf(path, readMapping(path));
  const config: ConfigFile = { name: path, settings: {}, credentials: {} };
  for (const [key, value] of Object.entries(section)) take(config, key, value, env);
  return config;
}

/** The values of a JSON or YAML file. Throws ConfigError where it is not a mapping. */
export function readMapping(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${messageOf(error).split('\n')[0]}`);
  }
  if (!isMapping(content))
    throw new ConfigError(
      `${path} is ${typeof content === 'string' ? 'one text' : shown(content)}; expected keys with values, in ` +
        'JSON or YAML',
    );
  return content;
}

/** Replaces `${NAME}` by the variable. Throws ConfigError where that is not set. */
export function substituteVariables(text: string, place: string, env: NodeJS.ProcessEnv): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!env[name]) throw new ConfigError(`${place} needs the variable ${name} of the environment, which is not set`);
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

function findConfigFile(folder: string): string | null {
  const found = FILE_NAMES.map((name) => resolve(folder, name)).filter((path) => existsSync(path));
  if (found.length > 1) throw new ConfigError(`there are ${found.join(' and ')}; keep one, or name one with --config`);
  return found[0] ?? null;
}

function sectionOf(path: string, content: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(content)) if (!TOP_KEYS.includes(key)) refuseUnknown(path, key, TOP_KEYS);
  const section = content['verify'] ?? {};
  if (!isMapping(section)) throw new ConfigError(`${path} has ${shown(section)} under verify; expected settings`);
  return section;
}

function take(config: ConfigFile, key: string, value: unknown, env: NodeJS.ProcessEnv): void {
  const setting = verifySettings.find((known) => known.inFile && known.key === key);
  if (!setting) refuseKey(config.name, key);
  const place = `${config.name}: ${key}`;
  if ((key === 'credential' || key === 'otherCredential') && isMapping(value)) {
    config.credentials[key] = readCredential(place, value, env);
    return;
  }
  const read = readValue(setting, place, value, env);
  const placed = Array.isArray(read) ? read : inFolder(setting, read, dirname(config.name));
  Object.assign(config.settings, { [key]: placed });
}

function refuseKey(path: string, key: string): never {
  const kept = verifySettings.find((known) => known.key === key);
  if (kept?.secret || kept?.group === CREDENTIALS)
    throw new ConfigError(
      `${path} has the key "${key}" under verify; write credential: { publicKey, secretKey: "\${NAME}", ` +
        'profileCode }, or name a file',
    );
  if (kept)
    throw new ConfigError(
      `${path} has the key "${key}" under verify, which is set for each run: ` +
        `${[kept.flag, kept.env].filter(Boolean).join(' or ')}`,
    );
  refuseUnknown(
    `${path}, under verify,`,
    key,
    verifySettings.filter(({ inFile }) => inFile).map((known) => known.key),
  );
}

function readValue(
  setting: VerifySetting,
  place: string,
  value: unknown,
  env: NodeJS.ProcessEnv,
): SettingValue | SettingValue[] {
  if (setting.kind !== 'list') return readOne(setting, place, value, env);
  if (!Array.isArray(value) || value.length === 0)
    throw new ConfigError(`${place} is ${shown(value)}; expected a list that is not empty`);
  return value.map((item) => readOne(setting, place, item, env));
}

function readOne(setting: VerifySetting, place: string, value: unknown, env: NodeJS.ProcessEnv): SettingValue {
  const type = JSON_TYPES[setting.kind ?? 'text'];
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
          `${place}.secretKey has to be the name of a variable, as in "\${TAXIWAY_SECRET_KEY}": a secret does ` +
            'not stand in this file',
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

const CONFIG = verifySettings.filter((setting) => setting.key === 'config') as readonly Setting<'config'>[];
const FILE_NAMES = ['taxiway.config.json', 'taxiway.config.yaml', 'taxiway.config.yml'];
const TOP_KEYS = ['$schema', 'verify'];
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
