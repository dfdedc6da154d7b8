import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { nextTurn } from '../../turns.ts';

/**
 * Serves the requests of each connection one after the other, as they are answered anyway: a client that sends
 * thousands at once has one of them served in a turn of the event loop, and is not read from while some wait. A
 * connection that closes takes those that wait with it.
 */
export function oneAfterTheOther(req: Request, res: Response, serve: () => void): void {
  const socket: Served = req.socket;
  const waiting = socket[WAITING];
  if (!waiting) {
    socket[WAITING] = [];
    return start(socket, { res, serve });
  }
  waiting.push({ res, serve });
  if (waiting.length >= MAX_WAITING) socket.pause();
}

interface Served extends Socket {
  /** Those that wait, while one is being served. */
  [WAITING]?: Pending[] | undefined;
}

interface Pending {
  res: Response;
  serve: () => void;
}

function start(socket: Served, { res, serve }: Pending): void {
  res.once('close', () => goOn(socket));
  serve();
}

function goOn(socket: Served): void {
  const next = socket[WAITING]?.shift();
  if (!next) socket[WAITING] = undefined;
  else if (!socket.destroyed) void nextTurn().then(() => start(socket, next));
  if (socket.isPaused() && (socket[WAITING]?.length ?? 0) < MAX_WAITING) socket.resume();
}

const WAITING = Symbol('waiting');
/** No client that only keeps its connection busy has as many on the way. */
const MAX_WAITING = 20;
