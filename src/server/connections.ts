import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { stopwatch } from '../clock.ts';

interface Connection {
  /** The response to the newest request. */
  newest: ServerResponse | null;
  /** What `newest` would have done with the connection if the server were not closing. */
  keepAlive: boolean;
  /** Bytes of both directions at the last look. */
  moved: number;
}

export interface Closing {
  /** How long a connection has to be without a request and without any bytes before it is closed. */
  quietMs: number;
  /** Connections that are left after that time are cut off. */
  mostMs: number;
  /** Connections that never get a response. */
  silenced: ReadonlySet<Socket>;
}

/**
 * The connections of one server, and how they end. No request that reached the server before it stopped listening is
 * left without its response: connections that the system has accepted are taken, what arrives on open ones is served,
 * the last response of each says `Connection: close`, and no connection is closed before it has been quiet.
 */
export class Connections {
  readonly #server: Server;
  readonly #open = new Map<Socket, Connection>();
  #accepted = 0;
  #reading = true;
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** Takes note of a request; false if it came behind a response that said it was the last, and must not be served. */
  admit({ socket }: IncomingMessage, res: ServerResponse): boolean {
    const connection = this.#open.get(socket)!;
    if (this.#closing) {
      if (connection.newest && saysLast(connection.newest)) return false;
      passOn(connection, res);
    }
    connection.newest = res;
    return true;
  }

  /** Closes the server and its connections. */
  async close({ quietMs, mostMs, silenced }: Closing): Promise<void> {
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), mostMs);
    await this.#acceptWhatWaits(mostMs / 4);
    let open = true;
    const closed = this.#stopListening().then(() => {
      open = false;
    });
    // What had arrived by now is read first: a response that says it is the last must not be sent before it.
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    this.#announceEnd();
    while (open) {
      await Promise.race([closed, wait(quietMs)]);
      if (await this.#readEverything(quietMs)) this.#sweep(silenced);
    }
    clearTimeout(cutOff);
  }

  #add(socket: Socket): void {
    this.#accepted += 1;
    this.#open.set(socket, { newest: null, keepAlive: true, moved: 0 });
    socket.once('close', () => this.#open.delete(socket));
    // Node lets a new connection flow in the next tick.
    if (!this.#reading) process.nextTick(() => this.#reading || socket.pause());
    if (this.#closing) lingerAfterLast(socket);
  }

  /**
   * Takes the connections that the system has accepted: it resets them when the server stops listening. No requests
   * are read meanwhile, so that turns of the event loop become short.
   */
  async #acceptWhatWaits(mostMs: number): Promise<void> {
    this.#reading = false;
    for (const socket of this.#open.keys()) socket.pause();
    await nextTurn();
    await this.#readEverything(mostMs);
  }

  /**
   * Waits for a turn of the event loop that brought no connection and was too short for anything to arrive unseen.
   * False if there was none for `mostMs`.
   */
  async #readEverything(mostMs: number): Promise<boolean> {
    const waited = stopwatch();
    do {
      const [accepted, lasted] = [this.#accepted, stopwatch()];
      await nextTurn();
      if (accepted === this.#accepted && lasted() < SHORT_TURN_MS) return true;
    } while (waited() < mostMs);
    return false;
  }

  #stopListening(): Promise<void> {
    // Node would close connections that look idle, also those with a request that has arrived and was not read yet.
    this.#server.closeIdleConnections = () => undefined;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#reading = true;
    for (const socket of this.#open.keys()) socket.resume();
    return closed;
  }

  #announceEnd(): void {
    this.#closing = true;
    for (const [socket, connection] of this.#open) {
      lingerAfterLast(socket);
      const { newest } = connection;
      if (newest && !newest.headersSent) makeLast(connection, newest);
      connection.moved = bytesOf(socket);
    }
  }

  /** Half-closes what has been quiet since the last sweep; what stays quiet after that is closed. */
  #sweep(silenced: ReadonlySet<Socket>): void {
    for (const [socket, connection] of this.#open) {
      if (silenced.has(socket)) socket.destroy();
      if (isPending(connection.newest)) continue;
      const moved = bytesOf(socket);
      if (moved !== connection.moved) connection.moved = moved;
      else if (socket.writableEnded) socket.destroy();
      else socket.end();
    }
  }
}

/** Whether the connection ends with this response, as its head, which is on its way, says. */
function saysLast({ headersSent, shouldKeepAlive }: ServerResponse): boolean {
  return headersSent && !shouldKeepAlive;
}

/** Makes a response the last of its connection, in the place of the one before. */
function passOn(connection: Connection, res: ServerResponse): void {
  const { newest, keepAlive } = connection;
  if (newest && !newest.headersSent) newest.shouldKeepAlive = keepAlive;
  makeLast(connection, res);
}

function makeLast(connection: Connection, res: ServerResponse): void {
  connection.keepAlive = res.shouldKeepAlive;
  res.shouldKeepAlive = false;
}

/**
 * Lets a connection be read on after its last response, until the client closes it. Node would close it at once; with
 * bytes of the client still on their way that is a reset, which can cost the client the response.
 */
function lingerAfterLast(socket: Socket): void {
  socket.destroySoon = () => void socket.end();
}

function isPending(response: ServerResponse | null): boolean {
  return response !== null && !response.writableFinished && !response.destroyed;
}

function bytesOf({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten;
}

const SHORT_TURN_MS = 1;
