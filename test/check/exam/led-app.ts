import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeyPair } from '../../../src/index.ts';
import { PROGRAM } from '../../cli/taxiway.ts';
import { afterFile } from '../../support/after-file.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A booking as an app shows it. */
export interface Shown {
  id: string;
  price: string;
  currency: string;
  time: string;
  name: string;
  /** Departure of the flight back; empty for one way. */
  back: string;
}

/** `taxiway exam --interactive` with a person at its standard input. */
export class Session {
  stdout = '';
  stderr = '';
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  #seen = 0;

  constructor(flags: string[]) {
    const args = [PROGRAM, 'exam', '--interactive', '--port', '0', '--quiet', ...flags];
    this.#child = spawn(process.execPath, args, { stdio: 'pipe' });
    afterFile(() => this.#child.kill('SIGKILL'));
    this.#child.stdout?.on('data', (chunk) => (this.stdout += String(chunk)));
    this.#child.stderr?.on('data', (chunk) => (this.stderr += String(chunk)));
    this.ended = once(this.#child, 'close').then(([code]) => code as number);
  }

  async setUp(): Promise<App> {
    await this.#written(/X-Service-Id {3}\S+\n.*to go/);
    const [, baseUrl = '', secret = '', service = ''] =
      /base URL +(\S+)\n.*Bearer (\S+)\n.*Id +(\S+)\n/.exec(this.stderr) ?? [];
    const [publicKey = '', profileCode = ''] = service.split(':');
    return new App(baseUrl, { secretKey: secret, publicKey, profileCode });
  }

  /** Types a line at the question; null ends the input. */
  async type(question: RegExp, line: string | null | (() => Promise<string>)): Promise<void> {
    await this.#written(question);
    const text = typeof line === 'function' ? await line() : line;
    this.#seen = this.stderr.length;
    if (text === null) this.#child.stdin?.end();
    else this.#child.stdin?.write(`${text}\n`);
  }

  async content({ id, price, currency, time, name }: Omit<Shown, 'back'>): Promise<void> {
    await this.type(/Id of[^]*: $/, id);
    await this.type(/Price[^]*: $/, price);
    await this.type(/Currency[^]*: $/, currency);
    await this.type(/Local pickup[^]*: $/, time);
    await this.type(/Name[^]*: $/, name);
  }

  /** The trip of the task that was shown last. */
  trip(): Trip {
    const task = this.stderr.slice(this.stderr.lastIndexOf('Book this transfer'));
    const fact = (name: string) => new RegExp(`  ${name}: (.*)`).exec(task)?.[1] ?? '';
    const [firstName = '', lastName = ''] = fact('Traveller').split(' ');
    const [, priceLimit, currency = ''] = /(\d+) (\w+)/.exec(fact('Price')) ?? [];
    const numbers = { priceLimit: Number(priceLimit), passengers: Number(fact('Adults')) };
    const [from, to, date, time] = [fact('From'), fact('To'), fact('Local date'), fact('Local time')];
    return { from, to, date, time, firstName, lastName, currency, ...numbers };
  }

  async #written(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.stderr.slice(this.#seen))) {
      const ended = await Promise.race([this.ended.then(() => true), once(this.#child.stderr as never, 'data')]);
      if (ended === true) throw new Error(`ended before ${String(pattern)}: ${this.stderr}`);
    }
  }
}

/** The trip of a transfer, as a person reads it. */
export interface Trip {
  from: string;
  to: string;
  date: string;
  time: string;
  firstName: string;
  lastName: string;
  currency: string;
  priceLimit: number;
  passengers: number;
}

/** The example client in the hands of a person, who types the task into it. */
export class App {
  readonly keys: KeyPair;
  readonly baseUrl: string;
  #shown = '';

  constructor(baseUrl: string, keys: KeyPair) {
    this.baseUrl = baseUrl;
    this.keys = keys;
  }

  /** Books the transfer, or does another task. */
  async run(trip: object, task = 'book-transfer'): Promise<void> {
    const taskFile = join(temporaryFolder(), 'task.json');
    writeFileSync(taskFile, JSON.stringify(trip));
    const own = {
      TAXIWAY_BASE_URL: this.baseUrl,
      TAXIWAY_SECRET_KEY: this.keys.secretKey,
      TAXIWAY_PUBLIC_KEY: this.keys.publicKey,
      TAXIWAY_PROFILE_CODE: this.keys.profileCode,
      TAXIWAY_TASK: task,
      TAXIWAY_TASK_FILE: taskFile,
    };
    this.#shown = await new Promise((resolve) => {
      const args = [file('../../../examples/clients/client.ts')];
      const env = { ...process.env, ...own, PAUSE_MS: '30' };
      execFile(process.execPath, args, { env }, (_, stdout) => resolve(stdout));
    });
  }

  /** Searches, and goes no further. */
  async search({ from, to, date, time, passengers }: Trip): Promise<void> {
    const { secretKey, publicKey, profileCode } = this.keys;
    await fetch(`${this.baseUrl}/search`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secretKey}`,
        'X-Service-Id': `${publicKey}:${profileCode}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        pickup: { iataCode: from },
        dropoff: { address: to },
        pickupDateTime: `${date}T${time}:00`,
        passengers,
      }),
    });
  }

  shown(): Shown {
    const { travellers } = JSON.parse(this.#shown) as { travellers: [Record<string, string>] };
    const [{ id = '', price, currency = '', pickup, departure = '', name = '', return: back = '' }] = travellers;
    return { id, price: String(price), currency, time: pickup ?? departure, name, back };
  }
}
