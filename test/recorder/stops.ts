import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { HarReader } from '../../src/exchange/har/read-har.ts';
import { JournalReader } from '../../src/exchange/journal-file/read-journal-file.ts';
import { Redaction } from '../../src/exchange/redaction.ts';
import { recordTaxiway } from '../cli/taxiway.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

export type FileForm = 'har' | 'ndjson';
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** Phases of a call at which the recorder gets its signal; what is left of the call is sent after it. */
export const PHASES = [
  'half of the request head is sent',
  'half of the request body is sent',
  'the upstream has the request',
  'the client has the head of the response',
  'the client has half of the response',
  'the client has the response',
] as const;
export type Phase = (typeof PHASES)[number];

export interface Stopped {
  code: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
  /** The calls of the file, one line each. */
  calls: string[];
  /** Why it is not whole; null if it is. */
  breaksOff: string | null;
  /** Everything that the client got for the call. */
  got: string;
}

/**
 * Lets one call pass, brings the next one into a phase, and sends the recorder a signal. `isTwice`: another one as soon
 * as the recorder waits for the call. Otherwise upstream and client finish it then.
 */
export async function stopRecorder(phase: Phase, signal: Signal, form: FileForm, isTwice = false): Promise<Stopped> {
  const upstream = await openUpstream();
  const out = join(temporaryFolder(), `run.${form}`);
  const recorder = await recordTaxiway(upstream.url, ['--out', out, '--no-color']);
  const client = new Peer(connect(Number(new URL(recorder.baseUrl).port), '127.0.0.1'));
  const step = PHASES.indexOf(phase);
  try {
    client.send(HEAD + BODY);
    const first = await upstream.accepted();
    await first.has(BODY);
    first.send(RESPONSE_HEAD + RESPONSE);
    await client.has(RESPONSE);
    client.forget();
    first.forget();

    client.send(step === 0 ? half(HEAD) : HEAD);
    if (step >= 1) client.send(step === 1 ? half(BODY) : BODY);
    if (step >= 1) await first.has('/book');
    if (step >= 2) await first.has(BODY);
    if (step >= 3) first.send(RESPONSE_HEAD);
    if (step >= 3) await client.has('\r\n\r\n');
    if (step >= 4) first.send(half(RESPONSE));
    if (step >= 4) await client.has(half(RESPONSE));
    if (step >= 5) first.send(otherHalf(RESPONSE));
    if (step >= 5) await client.has(RESPONSE);

    recorder.kill(signal);
    if (signal !== 'SIGKILL' && step >= 1 && step <= 4) {
      await recorder.written(/waits for 1 call under way: POST \/v1\/transfers\/book/);
      if (isTwice) recorder.kill(signal);
      else {
        if (step === 1) client.send(otherHalf(BODY));
        if (step <= 2) await first.has(BODY);
        if (step <= 2) first.send(RESPONSE_HEAD);
        if (step <= 3) first.send(half(RESPONSE));
        first.send(otherHalf(RESPONSE));
      }
    }
    const code = await recorder.ended;
    await client.closed;
    return { code, stdout: recorder.stdout(), stderr: recorder.stderr(), got: client.got, ...read(out, form) };
  } finally {
    recorder.kill('SIGKILL');
    client.end();
    upstream.close();
  }
}

/** One end of a connection, with what it has received. */
class Peer {
  got = '';
  readonly closed: Promise<unknown>;
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => (this.got += piece.toString()));
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** Resolved once it has received the text. */
  async has(text: string): Promise<void> {
    while (!this.got.includes(text)) await Promise.race([once(this.#socket, 'data'), this.#failed(text)]);
  }

  forget(): void {
    this.got = '';
  }

  end(): void {
    this.#socket.destroy();
  }

  async #failed(text: string): Promise<never> {
    await this.closed;
    throw new Error(`closed before ${JSON.stringify(text)} came: ${JSON.stringify(this.got)}`);
  }
}

async function openUpstream() {
  const { promise, resolve } = Promise.withResolvers<Peer>();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    resolve(new Peer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => promise,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function read(file: string, form: FileForm): Pick<Stopped, 'calls' | 'breaksOff'> {
  const reader = form === 'har' ? new HarReader(new Redaction()) : new JournalReader();
  const exchanges = reader.write(readFileSync(file));
  const breaksOff = reader.breaksOff();
  if (breaksOff === null) exchanges.push(...reader.end());
  return { calls: exchanges.map(describe), breaksOff };
}

function describe({ method, path, status, ending }: Exchange): string {
  return `${method} ${path} ${status ?? 'no response'}${ending === 'truncated' ? ', broken off' : ''}`;
}

function half(text: string): string {
  return text.slice(0, text.length >> 1);
}

function otherHalf(text: string): string {
  return text.slice(text.length >> 1);
}

const BODY = JSON.stringify({ searchId: 'none', passenger: { email: 'ada@example.com' } });
const HEAD =
  'POST /v1/transfers/book HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
  'Authorization: Bearer sk_sandbox_demo\r\nX-Service-Id: pk_sandbox:dp_a1b2c3\r\n' +
  `Content-Length: ${BODY.length}\r\n\r\n`;
const RESPONSE = JSON.stringify({ statusCode: 400, error: 'Bad Request', message: ['no such search'], code: 'x' });
const RESPONSE_HEAD =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n' + `Content-Length: ${RESPONSE.length}\r\n\r\n`;
