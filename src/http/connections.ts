import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { stopwatch } from '../base/stopwatch.ts';

/** Maximum number of connections to a server; docs/settings.md states it. */
export const MAX_CONNECTIONS = 2_000;

export interface ConnectionBounds {
  /** A connection without a request is closed after this long. */
  idleMs: number;
  /** Maximum number of open connections. */
  most: number;
  /** Called for each new connection closed unread: `most` were open, all in use. */
  onRefused: () => void;
}

interface Connection {
  /** The response to the newest request. */
  newest: ServerResponse | null;
  /** Milliseconds since the newest request began, or the connection. */
  used: () => number;
  /** The value that `newest` would have for the connection if the server were not closing. */
  keepAlive: boolean;
  /** Bytes in both directions at the last sweep. */
  moved: number;
}

export interface Closing {
  /** A connection is closed after this long without a request and without any bytes. */
  quietMs: number;
  /** Connections still open after this time are cut off. */
  mostMs: number;
  /** Connections with a request that a scenario leaves without a response. */
  silenced: ReadonlySet<Socket>;
}

/**
 * One server's connections, and how they end. A client that waits between two calls keeps its connection for minutes;
 * beyond the limit a new connection replaces the longest idle one. Every request received before the server stops
 * listening gets its response. The server takes all connections that the system has accepted, serves requests on open
 * ones, and sends `Connection: close` in the last response on each. It closes only quiet connections.
 */
export class Connections {
  readonly #server: Server;
  readonly #bounds: ConnectionBounds;
  readonly #open = new Map<Socket, Connection>();
  #accepted = 0;
  #reading = true;
  #closing = false;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#server = server;
    this.#bounds = bounds;
    // Responses announce this time, rounded down to seconds: clients close a little earlier by themselves.
    server.keepAliveTimeout = bounds.idleMs;
    server.keepAliveTimeoutBuffer = IDLE_MARGIN_MS;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('timeout', (socket: Socket) => this.#closeIdle(socket));
  }

  /** Returns `listener` behind the admission check: it gets only requests that may be served. */
  admitTo(listener: RequestListener): RequestListener {
    return (req, res) => {
      if (this.#admit(req, res)) listener(req, res);
      else req.resume();
    };
  }

  /**
   * Registers a request; false if it must not be served, because an earlier response on its connection was announced as
   * the last.
   */
  #admit({ socket }: IncomingMessage, res: ServerResponse): boolean {
    const connection = this.#open.get(socket);
    if (!connection) return false;
    connection.used = stopwatch();
    if (this.#closing) {
      if (connection.newest && saysLast(connection.newest)) return false;
      replaceLast(connection, res);
    }
    connection.newest = res;
    return true;
  }

  async close({ quietMs, mostMs, silenced }: Closing): Promise<void> {
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), mostMs);
    await this.#acceptPending(mostMs / 4);
    let open = true;
    const closed = this.#stopListening().then(() => {
      open = false;
    });
    // The server reads received requests first: no response may announce itself as the last before they are known.
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    this.#announceEnd();
    while (open) {
      await Promise.race([closed, wait(quietMs)]);
      if (await this.#readEverything(quietMs)) this.#sweep(silenced);
    }
    this.#server.close();
    clearTimeout(cutOff);
  }

  #add(socket: Socket): void {
    this.#accepted += 1;
    if (this.#open.size >= this.#bounds.most && !this.#makeRoom()) {
      this.#bounds.onRefused();
      socket.destroy();
      return;
    }
    this.#open.set(socket, { newest: null, used: stopwatch(), keepAlive: true, moved: 0 });
    socket.once('close', () => this.#open.delete(socket));
    // Applies until the first response; then Node sets its own time-out.
    socket.setTimeout(this.#bounds.idleMs + IDLE_MARGIN_MS);
    // Node starts to read a new connection in the next tick.
    if (!this.#reading) process.nextTick(() => this.#reading || socket.pause());
    if (this.#closing) lingerAfterLast(socket);
  }

  /** Closes the longest idle connection; false if all are in use. */
  #makeRoom(): boolean {
    let longest: Socket | undefined;
    let most = IN_USE_MS;
    for (const [socket, { newest, used }] of this.#open) {
      const ms = isPending(newest) ? 0 : used();
      if (ms >= most) [longest, most] = [socket, ms];
    }
    if (!longest) return false;
    this.#open.delete(longest);
    longest.destroy();
    return true;
  }

  #closeIdle(socket: Socket): void {
    const latest = () => this.#open.get(socket)?.newest ?? null;
    const before = latest();
    // A suspended process sees time-outs first. It reads a request from that time before the next turn.
    setImmediate(() => {
      if (latest() === before && !isPending(before)) socket.destroy();
    });
  }

  /**
   * Takes the connections that the system has accepted: it would reset them when the server stops listening. No
   * requests are read in the meantime, so that event loop turns become short.
   */
  async #acceptPending(mostMs: number): Promise<void> {
    this.#reading = false;
    for (const socket of this.#open.keys()) socket.pause();
    await nextTurn();
    await this.#readEverything(mostMs);
  }

  /**
   * Waits for an event loop turn without a new connection and too short for anything to arrive unseen. False if there
   * was none for `mostMs`.
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
    // The close() of an HTTP server also closes connections that look idle, some with a received but unread request.
    // The base class method only stops listening; HTTP's own clean-up follows at the end. Bun has no base class.
    const owner: NetServer = this.#server instanceof NetServer ? NetServer.prototype : this.#server;
    const closed = new Promise<void>((resolve) => owner.close.call(this.#server, () => resolve()));
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

  /** Half-closes connections without traffic since the last sweep, and closes them if they stay quiet after that. */
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

/** True if the sent head of this response announces that the connection ends. */
function saysLast({ headersSent, shouldKeepAlive }: ServerResponse): boolean {
  return headersSent && !shouldKeepAlive;
}

/** Makes a response the last on its connection, instead of the previous one. */
function replaceLast(connection: Connection, res: ServerResponse): void {
  const { newest, keepAlive } = connection;
  if (newest && !newest.headersSent) newest.shouldKeepAlive = keepAlive;
  makeLast(connection, res);
}

function makeLast(connection: Connection, res: ServerResponse): void {
  connection.keepAlive = res.shouldKeepAlive;
  res.shouldKeepAlive = false;
}

/**
 * Keeps reading a connection after its last response, until the client closes it. Node calls `destroySoon` then; while
 * client bytes are on their way this resets the connection, and the client can lose the response. No server option
 * changes this, so the method is replaced on each socket when a server closes.
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

/** A recently used connection is not idle: its next request may be on its way. */
const IN_USE_MS = 1_000;

/** Delay between the announced and the actual close: a request sent in time arrives in time. */
const IDLE_MARGIN_MS = 5_000;
