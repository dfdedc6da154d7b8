import type { Stats } from 'node:fs';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/**
 * Opens a file for travellers' data: only its owner may read and write it. An existing file loses other users' rights
 * before anything is written. Follows no link: where others may write, it could lead to any file. Throws as `openSync`
 * does.
 */
export function openPrivately(path: string, flags: 'w' | 'wx'): number {
  const descriptor = openSync(path, path.startsWith('/dev/') ? flags : WITHOUT_LINKS[flags], OWNER_ONLY);
  const stats = fstatSync(descriptor);
  if (isShared(stats)) unlessRefused(() => fchmodSync(descriptor, stats.mode & OWNER_BITS));
  return descriptor;
}

/** Writes a private file. */
export function writePrivately(path: string, text: string): void {
  const descriptor = openPrivately(path, 'w');
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file atomically with a private one: a process killed meanwhile leaves the old or the new file. */
export function replacePrivately(path: string, text: string): void {
  writePrivately(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Removes other users' rights from an existing file without opening it: opening would end this process's locks. */
export function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && isShared(stats)) unlessRefused(() => chmodSync(path, stats.mode & OWNER_BITS));
}

/** Devices and pipes keep their mode. */
function isShared(stats: Stats): boolean {
  return stats.isFile() && (stats.mode & ~OWNER_BITS & 0o777) !== 0;
}

/** Another user's file keeps its mode: only its owner may change that. */
function unlessRefused(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
/** Windows has no O_NOFOLLOW. */
const NEW = O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0);
const WITHOUT_LINKS = { w: NEW | O_TRUNC, wx: NEW | O_EXCL };
const OWNER_ONLY = 0o600;
const OWNER_BITS = 0o700;
