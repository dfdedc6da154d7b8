import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { matchOf } from '../support/present.ts';

/** Outcomes of the requests of many clients that call until the server stops. */
export interface Outcome {
  /** Whole responses. */
  responded: number;
  /**
   * Requests that the server did not take: not sent for want of a connection, or written behind a response that said
   * it was the last.
   */
  notTaken: number;
  /** Requests that were taken and have no whole response: what failed, on which client. */
  lost: string[];
}

const BODY = JSON.stringify(FLIGHT_SEARCH);
const HEADERS = {
  Authorization: 'Bearer sk_sandbox_taxiway_demo',
  'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
  'Content-Type': 'application/json',
  'Content-Length': String(BODY.length),
};

/** Calls with clients of each kind, until the server refuses or loses a request of each. */
export async function hammer(baseUrl: string): Promise<Outcome> {
  const outcome: Outcome = { responded: 0, notTaken: 0, lost: [] };
  const agents = Array.from({ length: 3 }, () => new Agent({ keepAlive: true }));
  await Promise.all([
    ...agents.flatMap((agent) => Array.from({ length: 6 }, () => callOn(baseUrl, agent, outcome))),
    ...Array.from({ length: 4 }, () => callOn(baseUrl, new Agent({ keepAlive: false }), outcome)),
    ...Array.from({ length: 6 }, () => pipeline(baseUrl, outcome)),
  ]);
  return outcome;
}

/** One call after the other. An agent does not use a connection again whose response said that it was the last. */
async function callOn(baseUrl: string, agent: Agent, outcome: Outcome): Promise<void> {
  for (;;) {
    const failure = await call(baseUrl, agent);
    if (failure === undefined) outcome.responded += 1;
    else if (failure === NOT_CONNECTED) return void (outcome.notTaken += 1);
    else return void outcome.lost.push(failure);
  }
}

/** Nothing was sent: the connection was refused, or reset in the queue of the port that was being closed. */
const NOT_CONNECTED = 'not connected';

function call(baseUrl: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve(
        error.syscall === 'connect'
          ? NOT_CONNECTED
          : `on a ${sent.reusedSocket ? 'used' : 'new'} connection: ${error.message}`,
      );
    const sent = request(`${baseUrl}/v1/flights/search`, { method: 'POST', agent, headers: HEADERS }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode === 200 ? undefined : `status ${response.statusCode}`))
        .on('error', fail);
    });
    sent.on('error', fail).end(BODY);
  });
}

/** Writes some requests at a time, without waiting for the responses in between. */
async function pipeline(baseUrl: string, outcome: Outcome): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const head = Object.entries({ Host: hostname, ...HEADERS })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  for (;;) {
    const socket = connect({ host: hostname, port: Number(port) });
    const refused = await new Promise((resolve) =>
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true)),
    );
    if (refused) return void (outcome.notTaken += 1);
    for (;;) {
      socket.write(`POST /v1/flights/search HTTP/1.1\r\n${head}\r\n${BODY}`.repeat(TOGETHER));
      const { responded, last, failure } = await readResponses(socket, TOGETHER);
      outcome.responded += responded;
      if (responded === TOGETHER && !last) continue;
      socket.destroy();
      if (last) outcome.notTaken += TOGETHER - responded;
      else return void outcome.lost.push(`pipelined, after ${responded} of ${TOGETHER} responses: ${failure}`);
      break;
    }
  }
}

/** Reads until there are `count` whole responses, or one that says it is the last, or nothing more can come. */
function readResponses(socket: Socket, count: number): Promise<{ responded: number; last: boolean; failure?: string }> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    let responded = 0;
    const done = (last: boolean, failure?: string) => {
      socket.off('data', read).off('end', end).off('error', fail);
      resolve({ responded, last, failure });
    };
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = bytes.subarray(0, end).toString();
        const length = end + 4 + Number(matchOf(/content-length: (\d+)/i, head)[1]);
        if (bytes.length < length) return;
        bytes = bytes.subarray(length);
        responded += 1;
        if (/^connection: close/im.test(head)) return done(true);
        if (responded === count) return done(false);
      }
    };
    const end = () => done(false, 'the connection ended');
    const fail = (error: Error) => done(false, error.message);
    socket.on('data', read).once('end', end).once('error', fail);
  });
}

const TOGETHER = 5;
