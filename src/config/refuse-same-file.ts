import type { BigIntStats } from 'node:fs';
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../base/config-error.ts';
import type { Setting } from './setting.ts';
import { nameOf, STDIO } from './setting.ts';

/**
 * Throws ConfigError if an output file is also an input file, or is written twice: by the same path, through symbolic
 * or hard links, or in a setting's output folder. Standard output and devices are exempt.
 */
export function refuseSameFile(settings: readonly Setting[], values: object, folder: string): void {
  const read = settings.filter(({ reads }) => reads);
  const places = [...read, ...settings.filter(({ writes }) => writes)].flatMap((setting) =>
    filesOf(setting, (values as Readonly<Record<string, unknown>>)[setting.key], folder).map((file) => ({
      ...{ setting, file },
      ...placeOf(file),
    })),
  );
  for (const [i, written] of places.entries())
    for (const other of places.slice(0, i)) {
      if (!written.setting.writes || written.setting === other.setting || !meet(written, other)) continue;
      const names = `${nameOf(other.setting)} and ${nameOf(written.setting)}`;
      throw new ConfigError(`${names} name the same file, ${other.file}; pass another one, or leave one of them out`);
    }
}

/** Returns nothing for a value without a file. */
function filesOf({ orStdout, filesOf: find }: Setting, value: unknown, folder: string): string[] {
  if (typeof value !== 'string' || (orStdout && value === STDIO)) return [];
  const named = find ? find(value) : [value];
  // Not normalized, because the system follows a link before it applies `..`.
  const files = named.map((one) => (isAbsolute(one) ? one : `${folder}${sep}${one}`));
  return files.filter((file) => !isDevice(statOf(file)));
}

interface Place {
  setting: Setting;
  /** Device and inode of an existing file; the same for all its names. */
  id: string | null;
  /** Without links. */
  path: string;
}

function placeOf(file: string): Omit<Place, 'setting'> {
  const stats = statOf(file);
  return { id: stats ? `${stats.dev}:${stats.ino}` : null, path: withoutLinks(file) };
}

function meet(one: Place, other: Place): boolean {
  if (one.path === other.path || (one.id !== null && one.id === other.id)) return true;
  return isBelow(one, other) || isBelow(other, one);
}

/** True for a file in a subfolder of a command's output folder. */
function isBelow({ path }: Place, { setting, path: folder }: Place): boolean {
  const below = relative(folder, path);
  return setting.writes === 'folder' && !below.startsWith('..') && !isAbsolute(below) && below.includes(sep);
}

/** True for /dev/null and similar devices, for any number of reports. */
function isDevice(stats: BigIntStats | undefined): boolean {
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function statOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Follows links, also to a file that does not exist yet. */
function withoutLinks(file: string, links = 0): string {
  try {
    return realpathSync.native(file);
  } catch {
    const folder = dirname(file);
    if (folder === file || links > MOST_LINKS) return resolve(file);
    const place = join(withoutLinks(folder, links), basename(file));
    const target = targetOf(place);
    return target === null ? place : withoutLinks(resolve(dirname(place), target), links + 1);
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

/** The limit on Linux. */
const MOST_LINKS = 40;
