import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createSandbox, StoreError } from '../../src/index.ts';
import { runTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const PAGE = 8192;

/** Damage to a store while no sandbox uses it, and the message of the next start. */
const DAMAGES: Record<string, [(store: string) => void, RegExp]> = {
  'is zeroed': [
    (store) => writeFileSync(store, Buffer.alloc(statSync(store).size)),
    /is not a taxiway store, or its beginning is damaged/,
  ],
  'is cut within its first page': [(store) => truncateSync(store, 1000), /is damaged/],
  'is cut at half': [(store) => truncateSync(store, Math.floor(statSync(store).size / PAGE / 2) * PAGE), /is damaged/],
  'lacks its last page': [(store) => truncateSync(store, statSync(store).size - PAGE), /is damaged/],
  'has a page of zeros': [(store) => overwrite(store, rootPage(store, 'profiles'), Buffer.alloc(PAGE)), /is damaged/],
  'has a page of another file': [
    (store) => overwrite(store, rootPage(store, 'bookings'), Buffer.alloc(PAGE, 'not a page ')),
    /is damaged/,
  ],
  'lacks a table': [(store) => change(store, 'DROP TABLE orders'), /is damaged \(there is no table orders\)/],
  'was made by a newer version': [
    (store) => change(store, "INSERT INTO kysely_migration VALUES ('999-later', '2027-01-10T12:00:00.000Z')"),
    /cannot be read: another version of taxiway made it; open it with that version, or give/,
  ],
  'is empty, with changes next to it that belong to its content': [
    (store) => {
      writeFileSync(`${store}-wal`, Buffer.alloc(100, 1));
      truncateSync(store);
    },
    /is damaged \(it is empty, but .*-wal next to it is not\)/,
  ],
  'is gone, with changes next to it that belong to it': [
    (store) => {
      writeFileSync(`${store}-wal`, Buffer.alloc(100, 1));
      rmSync(store);
    },
    /is damaged \(it is empty, but .*-wal next to it is not\)/,
  ],
};

describe('a store file that', () => {
  it.each(Object.entries(DAMAGES))(
    '%s stops the start, which says what is wrong and what to do, and stays as it is',
    async (_, [damage, message]) => {
      const store = await madeStore();
      damage(store);
      const before = bytesOf(store);
      const refusal = await refusalOf(store);
      expect(refusal).toMatch(message);
      expect(refusal).toContain(store);
      expect(refusal).toMatch(/restore a backup|give another --store/);
      expect(bytesOf(store)).toEqual(before);
    },
  );

  it('is damaged ends the command with one line and exit code 2', async () => {
    const store = await madeStore();
    DAMAGES['has a page of zeros'][0](store);
    const { code, stderr } = await runTaxiway(['serve', '--port', '0', '--store', store]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^taxiway serve: the store file .* is damaged \(.*\); restore a backup .*\nHelp: taxiway serve --help\n$/,
    );
  });

  it('is empty is a new store', async () => {
    const store = temporaryFile();
    writeFileSync(store, '');
    const sandbox = await createSandbox({ store, log: 'silent' });
    await sandbox.close();
    expect(statSync(store).size).toBeGreaterThan(0);
  });
});

describe('the error of a store that cannot be opened', () => {
  it('names a folder as a folder', async () => {
    const folder = dirname(temporaryFile());
    expect(await refusalOf(folder)).toBe(
      `the store ${folder} is a folder; name a file, ${folder}/taxiway.db for example`,
    );
  });

  it('names the file if its path cannot be resolved', async () => {
    const store = join(dirname(temporaryFile()), 'n'.repeat(300));
    expect(await refusalOf(store)).toMatch(/cannot be opened \(ENAMETOOLONG.*\); check that its folder exists/);
  });

  it.skipIf(process.getuid?.() === 0)('states that a read-only file must be writable', async () => {
    const store = await madeStore();
    chmodSync(store, 0o444);
    expect(await refusalOf(store)).toMatch(
      /cannot be written \(.*\); make it and its folder writable, or give another/,
    );
  });
});

/** The message of the StoreError with which a start on this store ends. */
async function refusalOf(store: string): Promise<string> {
  const error = await createSandbox({ store, log: 'silent' }).then(
    (sandbox) => sandbox.close(),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreError)) throw new Error('the start did not end with a StoreError', { cause: error });
  return error.message;
}

async function madeStore(): Promise<string> {
  const store = temporaryFile();
  const sandbox = await createSandbox({ store, log: 'silent' });
  for (let i = 0; i < 100; i++) await sandbox.addProfile();
  await sandbox.close();
  return store;
}

function rootPage(store: string, table: string): number {
  const database = new DatabaseSync(store);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number;
  };
  database.close();
  return rootpage;
}

function overwrite(store: string, page: number, bytes: Buffer): void {
  const content = readFileSync(store);
  bytes.copy(content, (page - 1) * PAGE);
  writeFileSync(store, content);
}

function change(store: string, sql: string): void {
  const database = new DatabaseSync(store);
  database.exec(sql);
  database.close();
}

function bytesOf(store: string): Buffer[] {
  return [store, `${store}-wal`].flatMap((file) =>
    statSync(file, { throwIfNoEntry: false }) ? [readFileSync(file)] : [],
  );
}
