import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { loadControl } from '../../control-api/load-control.ts';
import { Redaction } from '../../exchange/redaction.ts';
import type { App } from '../harness.ts';
import type { ControlClient } from '../remote/control-client.ts';
import { commandTools } from './command-tools.ts';
import { controlTools } from './control-tools.ts';
import { createMcpServer } from './create-server.ts';
import { documents } from './documents.ts';

/** Serves the Model Context Protocol on standard input and output until the input ends or a signal comes. */
export async function runMcp(
  client: ControlClient,
  profileCode: string,
  secrets: readonly string[],
  { version, commands }: App,
): Promise<void> {
  const redaction = new Redaction();
  for (const secret of secrets) redaction.add(secret);
  const server = createMcpServer({
    version,
    tools: [...controlTools(await loadControl(), client, profileCode), ...commandTools(commands)],
    documents,
    redact: (text) => redaction.redact(text),
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => void server.close();
  process.stdin.once('end', close).once('close', close);
  process.once('SIGINT', close).once('SIGTERM', close);
  await server.connect(new StdioServerTransport());
  await closed;
  process.stdin.destroy();
}
