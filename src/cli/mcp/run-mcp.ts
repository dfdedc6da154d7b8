import { Transform } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { loadControl } from '../../control-api/load-control.ts';
import { Redaction } from '../../exchange/redaction.ts';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import type { App } from '../harness.ts';
import type { ControlClient } from '../remote/control-client.ts';
import { commandTools } from './command-tools.ts';
import { controlTools } from './control-tools.ts';
import { createMcpServer } from './create-server.ts';
import type { Document } from './documents.ts';
import { documents } from './documents.ts';
import type { ServiceTarget } from './service-tools.ts';
import { serviceTools } from './service-tools.ts';
import type { Tool } from './tool.ts';

/** A server's tools and texts. */
export interface Offer {
  tools: Tool[];
  instructions: string;
  documents: readonly Document[];
}

/** Offers sandbox control and the checks: for the usual tasks, or all. */
export async function offerControl(
  client: ControlClient,
  profileCode: string,
  all: boolean,
  { commands }: App,
): Promise<Offer> {
  const control = controlTools(await loadControl(), client, profileCode, all);
  const checks = commandTools(commands);
  return { tools: [...checks, ...control], instructions: INSTRUCTIONS, documents };
}

/** Offers the documented service operations to an agent that books. */
export async function offerService(target: ServiceTarget): Promise<Offer> {
  const instructions =
    'Tools of a flight and transfer booking service, one for each documented operation. A result begins with the ' +
    'HTTP status. After a lost response or a 502 read the booking before you book again. ' +
    'taxiway://openapi.yaml describes every field.';
  const own = documents.filter(({ uri }) => uri === 'taxiway://openapi.yaml');
  return { tools: serviceTools(await loadSpec(), target), instructions, documents: own };
}

/**
 * Serves the Model Context Protocol on standard input and output until the input ends or a signal comes. Returns the
 * exit code: 2 for a message above the size limit.
 */
export async function runMcp(offer: Offer, secrets: readonly string[], { version }: App): Promise<number> {
  const redaction = new Redaction();
  for (const secret of secrets) redaction.add(secret);
  const server = createMcpServer({ version, ...offer, redact: (text) => redaction.redact(text) });
  const lines = process.stdin.pipe(wholeLines());
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: MOST_BYTES });
  let exitCode = 0;
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  server.onerror = (error) => {
    if (/exceeded maximum size/.test(error.message)) {
      exitCode = 2;
      console.error(`taxiway mcp: a message has more than ${MOST_BYTES / 2 ** 20} MiB: the server ends`);
    } else if (error.name === 'SyntaxError' || error.name === 'ZodError') {
      const fault = error.name === 'SyntaxError' ? NO_JSON : NO_REQUEST;
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: fault })}\n`);
    }
  };
  const close = () => void server.close();
  process.stdin.once('end', close).once('close', close);
  process.once('SIGINT', close).once('SIGTERM', close);
  await server.connect(transport);
  await closed;
  process.stdin.destroy();
  return exitCode;
}

/** Returns a stream that passes whole lines, or too long ones: the transport copies a begun line for each chunk. */
function wholeLines(): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      parts.push(chunk);
      bytes += chunk.length;
      if (!chunk.includes('\n') && bytes <= MOST_BYTES) return done();
      const whole = Buffer.concat(parts);
      parts = [];
      bytes = 0;
      done(null, whole);
    },
  });
}

const INSTRUCTIONS =
  'taxiway is a sandbox of a flight and transfer booking service. To test a client: resetProfile, armScenario (names ' +
  'from listScenarios), run the client, then listJournal, getExchange and getVerdicts. `exam` runs a client in every ' +
  'situation, `judge` reads recordings, `verify` checks a server, `rules` explains a rule. Results above 20,000 ' +
  'characters go to a file.';
const NO_JSON = { code: -32700, message: 'a line is not JSON' };
const NO_REQUEST = { code: -32600, message: 'a line is no message of JSON-RPC 2.0' };
/** Larger than any import that a sandbox accepts by default. */
const MOST_BYTES = 64 * 1024 * 1024;
