import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Result of a command in bash. */
export interface ForgedRun {
  /** The arguments of every call of curl. */
  calls: string[][];
  /** Further traces: files in the working folder. */
  ran: string[];
  stderr: string;
}

/** Runs a command in bash, in an empty folder, with a curl that only notes its arguments. */
export async function runForged(command: string): Promise<ForgedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-forged-'));
  const [bin, work, notes] = [join(folder, 'curl'), mkdtempSync(join(folder, 'work-')), join(folder, 'notes')];
  writeFileSync(bin, `#!/bin/bash\nprintf '%s\\0' "$@" $'\\x01' >> '${notes}'\n`);
  writeFileSync(notes, '');
  chmodSync(bin, 0o755);
  try {
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}`, TAXIWAY_SECRET: 'sk_secret' };
    const stderr = await new Promise<string>((resolve) => {
      execFile('bash', ['--norc', '-c', command], { cwd: work, env, timeout: 10_000 }, (_error, _stdout, stderr) =>
        resolve(stderr),
      );
    });
    const calls = readFileSync(notes, 'utf8')
      .split('\x01\0')
      .slice(0, -1)
      .map((call) => call.split('\0').slice(0, -1));
    return { calls, ran: readdirSync(work), stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
