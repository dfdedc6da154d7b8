import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary-file.ts';
import { run } from './run-command.ts';

const RECORDING = 'test/check/judge/recordings/chromium.har';
const umask = process.umask(0o022);
const server = useSandbox();

beforeEach(() => {
  process.umask(0o022);
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  process.umask(umask);
  vi.restoreAllMocks();
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
/** The modes of the files of a folder, by name. */
const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*', { cwd: folder })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, modeOf(join(folder, name))]),
  );

describe.skipIf(process.platform === 'win32')('files that only their owner can read:', () => {
  it('the reports of every format and the baseline, even if the files existed', async () => {
    const folder = temporaryFolder();
    const names = ['report.json', 'report.xml', 'report.html', 'baseline.json'];
    const [jsonFile, junit, html, writeBaseline] = names.map((name) => join(folder, name));
    const flags = { source: RECORDING, jsonFile, junit, html, writeBaseline, github: false };
    const privately = Object.fromEntries(names.toSorted().map((name) => [name, '600']));
    await run('judge', flags);
    expect(modesIn(folder)).toEqual(privately);
    for (const path of names.map((name) => join(folder, name))) {
      writeFileSync(path, 'old'.repeat(1e6));
      chmodSync(path, 0o644);
    }
    await run('judge', flags);
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).not.toContain('oldold');
    expect(modesIn(folder)).toEqual(privately);
  });

  it('no report written through a link', async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()];
    const [report, target] = [join(folder, 'report.json'), join(outside, 'target')];
    writeFileSync(target, 'precious');
    symlinkSync(target, report);
    expect(await run('judge', { source: RECORDING, jsonFile: report, github: false })).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('precious');
  });

  it('the evidence of an exam', async () => {
    const evidence = temporaryFolder();
    const command = [process.execPath, '-e', 'console.log(1)'];
    await run('exam', { command, only: ['book-transfer.plain'], evidence, github: false, quiet: true });
    const modes = modesIn(evidence);
    expect(Object.keys(modes)).toContain('book-transfer.plain/exchanges.json');
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']));
  });

  it.each(['calls.har', 'calls.ndjson'])('an exported journal, %s', async (name) => {
    const file = join(temporaryFolder(), name);
    await run('journal', { url: server.baseUrl, export: file, json: true });
    expect(modeOf(file)).toBe('600');
  });

  it.each(['calls.har', 'calls.ndjson'])('a recording, %s', async (name) => {
    const out = join(temporaryFolder(), 'new', name);
    const before = process.listeners('SIGINT');
    const ended = run('record', { upstream: 'http://127.0.0.1:9', port: '0', out, github: false });
    await vi.waitFor(() => expect(existsSync(out)).toBe(true), 20_000);
    await vi.waitFor(() => expect(process.listeners('SIGINT').length).toBeGreaterThan(before.length), 20_000);
    for (const listener of process.listeners('SIGINT')) if (!before.includes(listener)) listener('SIGINT');
    await ended;
    expect(modeOf(out)).toBe('600');
  });

  it('a store and the files next to it', async () => {
    const store = temporaryFile();
    const sandbox = await createSandbox({ store });
    expect([modeOf(store), modeOf(`${store}-wal`)]).toEqual(['600', '600']);
    await sandbox.close();
  });

  it('a store that others could read before', async () => {
    const store = temporaryFile();
    await (await createSandbox({ store })).close();
    writeFileSync(`${store}-wal`, '');
    for (const name of [store, `${store}-wal`]) chmodSync(name, 0o664);
    const sandbox = await createSandbox({ store });
    expect([modeOf(store), modeOf(`${store}-wal`)]).toEqual(['600', '600']);
    await sandbox.close();
  });
});

describe.skipIf(process.platform === 'win32')('files that keep their mode:', () => {
  it('a database of another program, refused as a store', async () => {
    const file = temporaryFile();
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE notes (text)');
    other.close();
    await expect(createSandbox({ store: file })).rejects.toThrow('is not a taxiway store');
    expect(modeOf(file)).toBe('644');
  });

  it('a folder in place of a report', async () => {
    const json = join(temporaryFolder(), 'report.json');
    mkdirSync(json, { mode: 0o755 });
    expect(await run('judge', { source: RECORDING, json, github: false })).toBe(2);
    expect(modeOf(json)).toBe('755');
  });
});
