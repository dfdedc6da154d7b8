import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../base/config-error.ts';
import type { Given, Sources } from '../config/read-settings.ts';
import { readSettings } from '../config/read-settings.ts';
import type { Flags, Setting } from '../config/setting.ts';
import { configFile } from '../config/shared-settings.ts';
import { explain } from './explain.ts';

/**
 * A command as a record. `--help`, the completion scripts, the config file schema and docs/command-line.md are made
 * from it, and the harness runs it.
 */
export interface Command {
  name: string;
  group: CommandGroup;
  /** Line in the command list. */
  summary: string;
  settings: readonly Setting[];
  /** Two command lines to begin with. */
  examples: readonly [Example, Example];
  /** Meaning of each exit code. */
  exitCodes: ExitCodes;
  /** Further `--help` text. */
  notes?: string;
  /** The command's section in the config file. */
  section?: string;
  /** The page in docs/ about it. */
  page?: string;
  /** True if that page has its settings. */
  hasOwnPage?: true;
  /** Runs if the command line names no command. */
  isDefault?: true;
  /** Loads and runs the command's work, and returns the exit code, 0 by default. */
  run(this: void, given: Given<object>, app: App): Promise<number | void>;
}

/** The `--help` groups, in their order. */
export const commandGroups = {
  run: 'Run',
  check: 'Check',
  control: 'Control a running sandbox',
  project: 'Set up a project',
} as const;

export type CommandGroup = keyof typeof commandGroups;

export interface Example {
  line: string;
  /** Result in a few words. */
  does: string;
}

/** Code 1 means a finished check with findings. */
export interface ExitCodes {
  0: string;
  1?: string;
  2: string;
}

/** A command's program. */
export interface App {
  version: string;
  commands: readonly Command[];
}

/** Returns a command with typed settings for its `run`. */
export function defineCommand<Values extends object>(
  command: Omit<Command, 'settings' | 'run'> & {
    settings: readonly Setting<keyof Values & string>[];
    run(this: void, given: Given<Values>, app: App): Promise<number | void>;
  },
): Command {
  return command;
}

/**
 * Runs a command with its flags and arguments, and returns its exit code. Prints an error to standard error with code
 * 2: for verify and judge, 1 means broken rules.
 */
export async function runCommand(command: Command, flags: Flags, app: App): Promise<number> {
  try {
    const sources = { flags, env: process.env, folder: process.cwd() };
    const file = await readFileOf(command, sources, app);
    const given = readSettings<object>(command.settings as readonly Setting<never>[], { ...sources, file });
    return (await command.run(given, app)) ?? 0;
  } catch (error) {
    console.error(explain(error, command.name));
    return 2;
  }
}

/** Reads the config file section, if there is such a file: its reader takes time to load. */
async function readFileOf({ section: name }: Command, sources: Sources, { commands }: App) {
  if (name === undefined) return null;
  const path = findConfigFile(sources);
  if (path === null) return null;
  const { readConfigFile } = await import('../config/config-file.ts');
  const all = configSections(commands);
  return readConfigFile(path, { name, settings: all.get(name) ?? [], all: [...all.keys()] }, sources.env);
}

/** Returns the config file's sections, each with the settings of all its commands. */
export function configSections(commands: readonly Command[]): Map<string, readonly Setting[]> {
  const sections = new Map<string, readonly Setting[]>();
  for (const { section, settings } of commands) {
    if (section === undefined) continue;
    const before = sections.get(section) ?? [];
    const known = before.map(({ key }) => key);
    sections.set(section, [...before, ...settings.filter(({ key }) => !known.includes(key))]);
  }
  return sections;
}

/**
 * Returns the config file's path from `--config` or its variable, or else the one in the working directory;
 * null if there is none. Throws ConfigError if there are several.
 */
export function findConfigFile(sources: Sources): string | null {
  const named = readSettings<{ config: string }>([configFile], sources).settings.config;
  if (named !== undefined) return named;
  const found = FILE_NAMES.map((name) => resolve(sources.folder, name)).filter((path) => existsSync(path));
  if (found.length > 1) throw new ConfigError(`there are ${found.join(' and ')}; keep one, or name one with --config`);
  return found[0] ?? null;
}

const FILE_NAMES = ['taxiway.config.json', 'taxiway.config.yaml', 'taxiway.config.yml'];
