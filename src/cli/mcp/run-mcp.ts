import { Transform } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Redaction } from '../../exchange/redaction.ts';
import type { App } from '../harness.ts';
import { createMcpServer } from './create-server.ts';
import type { Offer } from './offers.ts';

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

/** Returns a stream that passes complete or too long lines: the transport copies an incomplete line for each chunk. */
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

const NO_JSON = { code: -32700, message: 'a line is not JSON' };
const NO_REQUEST = { code: -32600, message: 'a line is not a JSON-RPC 2.0 message' };
/** Larger than any import that a sandbox accepts by default. */
const MOST_BYTES = 64 * 1024 * 1024;
