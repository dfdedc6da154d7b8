import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../store/temporary-file.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = temporaryFolder();
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

describe('an exam that a person leads', { timeout: 60_000 }, () => {
  it('shows each task, waits for the calls, compares what the app shows, and continues from its progress', async () => {
    const only = 'book-transfer.plain,book-transfer.no-offers,book-transfer.pending';
    const progress = join(folder, 'progress.json');
    const first = new Session(['--only', only, '--progress', progress]);
    const app = await first.setUp();
    await first.type(/1\/3[^]*result, "skip" or "stop": $/, '');
    await first.type(/No call has arrived[^]*result, "skip" or "stop": $/, async () => {
      await app.run(first.task());
      return '';
    });
    await first.type(/does the app show\?[^?]*: $/, 'well');
    await first.type(/"well" is none of them[^]*: $/, 'b');
    await first.content(await app.shown());
    await first.type(/2\/3[^]*"stop": $/, 'stop');
    expect(await first.ended).toBe(2);
    expect(first.stderr).toContain(
      'stopped after 1 situation; no report was written; the same command continues there',
    );
    expect(first.stdout).toBe('');
    expect(existsSync(progress)).toBe(true);

    const second = new Session(['--only', only, '--progress', progress]);
    const again = await second.setUp();
    expect(again.keys).toEqual(app.keys);
    expect(second.stderr).toContain('2 situations to go, 1 done before.');
    await second.type(/2\/3[^]*"stop": $/, async () => {
      await again.run(second.task());
      return '';
    });
    await second.type(/does the app show\?[^?]*: $/, 'booked');
    // The hour in UTC.
    const shown = await again.shown();
    await second.content({ ...shown, time: shown.time.replace('T11', 'T10') });
    await second.type(/3\/3[^]*"stop": $/, async () => {
      await again.run(second.task());
      return '';
    });
    await second.type(/does the app show\?[^?]*: $/, 'not booked');
    expect(await second.ended).toBe(1);
    expect(second.stdout).toContain('FAILED book-transfer.pending');
    expect(second.stdout).toMatch(/truth: The client states the local time \S+T10:30\S*; booking \w+ has \S+T11:30/);
    expect(second.stdout).toContain('3 situations: 2 passed, 1 failed; exam 2, grade: full content');
  });

  it('passes over a skipped situation, and ends with its input', async () => {
    const session = new Session(['--only', 'book-transfer.plain,book-transfer.no-offers']);
    await session.setUp();
    await session.type(/1\/2[^]*"stop": $/, 'skip');
    await session.type(/2\/2[^]*"stop": $/, null);
    expect(await session.ended).toBe(2);
    expect(session.stderr).toContain('stopped after 0 situations; no report was written; pass --progress <file>');
  });
});

interface Shown {
  id: string;
  price: string;
  currency: string;
  time: string;
  name: string;
}

/** `taxiway exam --interactive` with a person at its standard input. */
class Session {
  stdout = '';
  stderr = '';
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  #seen = 0;

  constructor(flags: string[]) {
    const args = [file('../../../src/cli/main.js'), 'exam', '--interactive', '--port', '0', '--quiet', ...flags];
    this.#child = spawn(process.execPath, args, { stdio: 'pipe' });
    running.add(this.#child);
    this.#child.stdout?.on('data', (chunk) => (this.stdout += String(chunk)));
    this.#child.stderr?.on('data', (chunk) => (this.stderr += String(chunk)));
    this.ended = once(this.#child, 'close').then(([code]) => code as number);
  }

  async setUp(): Promise<App> {
    await this.#written(/X-Service-Id {3}\S+\n.*to go/);
    const [, baseUrl = '', secret = '', service = ''] =
      /base URL +(\S+)\n.*Bearer (\S+)\n.*Id +(\S+)\n/.exec(this.stderr) ?? [];
    return new App(baseUrl, secret, service);
  }

  /** Types a line at the question; null ends the input. */
  async type(question: RegExp, line: string | null | (() => Promise<string>)): Promise<void> {
    await this.#written(question);
    const text = typeof line === 'function' ? await line() : line;
    this.#seen = this.stderr.length;
    if (text === null) this.#child.stdin?.end();
    else this.#child.stdin?.write(`${text}\n`);
  }

  async content({ id, price, currency, time, name }: Shown): Promise<void> {
    await this.type(/Id of[^]*: $/, id);
    await this.type(/Price[^]*: $/, price);
    await this.type(/Currency[^]*: $/, currency);
    await this.type(/Local pickup[^]*: $/, time);
    await this.type(/Name[^]*: $/, name);
  }

  /** The task that was shown last. */
  task(): string {
    return this.stderr.slice(this.stderr.lastIndexOf('Book a transfer'));
  }

  async #written(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.stderr.slice(this.#seen))) {
      const ended = await Promise.race([this.ended.then(() => true), once(this.#child.stderr as never, 'data')]);
      if (ended === true) throw new Error(`ended before ${String(pattern)}: ${this.stderr}`);
    }
  }
}

/** The example client in the hands of the person, who types the task into it. */
class App {
  readonly keys: string[];
  readonly #env: Record<string, string>;
  #shown = '';

  constructor(baseUrl: string, secretKey: string, serviceId: string) {
    const [publicKey = '', profileCode = ''] = serviceId.split(':');
    this.keys = [secretKey, publicKey, profileCode];
    this.#env = {
      TAXIWAY_BASE_URL: baseUrl,
      TAXIWAY_SECRET_KEY: secretKey,
      TAXIWAY_PUBLIC_KEY: publicKey,
      TAXIWAY_PROFILE_CODE: profileCode,
    };
  }

  async run(task: string): Promise<void> {
    const [, from, to, date, time, firstName, lastName, priceLimit, currency] =
      /: (\w+) → (.*), (\S+) at (\S+) [^]*Traveller (\w+) (\w+), [^]*most (\d+) (\w+)/.exec(task) ?? [];
    const taskFile = join(folder, 'task.json');
    const trip = { from, to, date, time, firstName, lastName, currency, priceLimit: Number(priceLimit), passengers: 1 };
    writeFileSync(taskFile, JSON.stringify(trip));
    const env = { ...process.env, ...this.#env, TAXIWAY_TASK: 'book-transfer', TAXIWAY_TASK_FILE: taskFile };
    this.#shown = await new Promise((resolve) => {
      const args = [file('../../../examples/clients/client.ts')];
      execFile(process.execPath, args, { env: { ...env, PAUSE_MS: '30' } }, (_, stdout) => resolve(stdout));
    });
  }

  async shown(): Promise<Shown> {
    const { travellers } = JSON.parse(this.#shown) as { travellers: [Record<string, string>] };
    const [{ id, price, currency, pickup, name }] = travellers;
    return { id, price: String(price), currency, time: pickup, name };
  }
}
