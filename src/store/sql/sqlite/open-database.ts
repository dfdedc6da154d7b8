import { accessSync, closeSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate, openPrivately } from '../../../base/private-file.ts';
import { StoreError } from '../../errors.ts';
import { DamageError, toError, VersionError } from '../opening-errors.ts';

/** Opens a database in memory, or a file with a lock for this process. Throws StoreError. */
export function openDatabase(path: string): DatabaseSync {
  if (path === ':memory:') return openMemory();
  let database: DatabaseSync | undefined;
  try {
    refuseLeftovers(path);
    createPrivately(path);
    database = new DatabaseSync(path);
    // Each commit writes complete pages. An existing file keeps its page size, and whether it can shrink.
    if (sizeOf(path) === 0) database.exec('PRAGMA page_size=8192; PRAGMA auto_vacuum=INCREMENTAL');
    // Exclusive before WAL: the first write then takes the lock and keeps it.
    database.exec(
      'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; BEGIN EXCLUSIVE; COMMIT;',
    );
    claim(database);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
    checkPages(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw toStoreError(path, error);
  }
}

function openMemory(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA page_size=32768; BEGIN;');
  return database;
}

/** SQLite deletes a -wal file next to an empty database, and thereby changes not yet in the database. */
function refuseLeftovers(path: string): void {
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0)
    throw new DamageError(`it is empty, but ${path}-wal next to it is not`);
}

/** SQLite gives the files next to a new one its mode. SQLite reports the cause if it cannot make one. */
function createPrivately(path: string): void {
  try {
    if (sizeOf(path) === 0) closeSync(openPrivately(path, 'wx'));
  } catch {
    return;
  }
}

/** Throws for a damaged page. This takes a second per gigabyte, so larger files are not checked. */
function checkPages(database: DatabaseSync, path: string): void {
  if (sizeOf(path) > MAX_CHECKED_BYTES) return;
  const fault = String(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
  if (fault !== 'ok') throw new DamageError(fault.replace(/\s+/g, ' ').replaceAll('*', '').trim());
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Marks an empty file as a store. Throws for another program's database. */
function claim(database: DatabaseSync): void {
  if (database.prepare('PRAGMA application_id').get()?.['application_id'] === APPLICATION_ID) return;
  if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get())
    throw new Error('file is not a database of taxiway');
  database.exec(`PRAGMA application_id=${APPLICATION_ID}`);
}

const MAX_CHECKED_BYTES = 2 ** 30;
/** "taxi" in ASCII. */
const APPLICATION_ID = 0x74617869;

/** Turns any failure to open a store into a StoreError with the cause and the next step. */
export function toStoreError(path: string, error: unknown): StoreError {
  return error instanceof StoreError ? error : new StoreError(explain(path, toError(error)), { cause: error });
}

function explain(path: string, error: Error): string {
  const { message } = error;
  if (error instanceof VersionError)
    return `the store file ${path} cannot be read: ${message}; open it with that version, or give another --store`;
  if (existsSync(path) && statSync(path).isDirectory())
    return `the store ${path} is a folder; name a file, ${join(path, 'taxiway.db')} for example`;
  if (/locked|busy/i.test(message))
    return `the store file ${path} is in use by another process; stop it first, or give another --store`;
  if (error instanceof DamageError || /malformed/i.test(message)) {
    return (
      `the store file ${path} is damaged (${message}); restore a backup of it, ` +
      `or delete it together with ${path}-wal to begin with an empty store, or give another --store`
    );
  }
  if (/not a database/i.test(message))
    return `${path} is not a taxiway store, or its beginning is damaged; give another --store, or restore a backup`;
  if (/readonly/i.test(message) || isReadOnly(path))
    return (
      `the store file ${path} cannot be written (${message}); ` +
      'make it and its folder writable, or give another --store'
    );
  if (/full|disk I\/O/i.test(message))
    return `the store file ${path} cannot be written (${message}); free space on its disk, or give another --store`;
  return `the store file ${path} cannot be opened (${message}); check that its folder exists and is writable`;
}

/** SQLite reports `disk I/O error` for a read-only file. */
function isReadOnly(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}
