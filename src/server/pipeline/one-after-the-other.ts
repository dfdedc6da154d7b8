import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { nextTurn } from '../../base/turns.ts';

/**
 * Middleware that serves a connection's requests one after the other, in the order of their responses. If a client
 * sends thousands together, each event loop turn serves one, and the server stops reading the connection while some
 * wait. Waiting requests on a closed connection are dropped.
 */
export function oneAfterTheOther(req: Request, res: Response, next: NextFunction): void {
  const { socket } = req;
  const waiting = waitingOn.get(socket);
  if (!waiting) {
    waitingOn.set(socket, []);
    return start(socket, { res, next });
  }
  waiting.push({ res, next });
  if (waiting.length >= MAX_WAITING) socket.pause();
}

interface Waiting {
  res: Response;
  next: NextFunction;
}

/** The waiting requests of each busy connection. */
const waitingOn = new WeakMap<Socket, Waiting[]>();

function start(socket: Socket, { res, next }: Waiting): void {
  res.once('close', () => startNext(socket));
  next();
}

function startNext(socket: Socket): void {
  const waiting = waitingOn.get(socket) ?? [];
  const first = waiting.shift();
  if (!first) waitingOn.delete(socket);
  else if (!socket.destroyed) void nextTurn().then(() => start(socket, first));
  if (socket.isPaused() && waiting.length < MAX_WAITING) socket.resume();
}

/** More than any client pipelines to keep its connection busy. */
const MAX_WAITING = 20;
