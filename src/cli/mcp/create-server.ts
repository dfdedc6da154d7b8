import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { messageOf } from '../../base/message-of.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { Document } from './documents.ts';
import type { Arguments, Tool } from './tool.ts';

/** The parts of a server. `redact` removes secrets from a text. */
export interface Parts {
  version: string;
  tools: readonly Tool[];
  documents: readonly Document[];
  redact(this: void, text: string): string;
}

/** Returns a server of the Model Context Protocol, not connected yet. */
export function createMcpServer({ version, tools, documents, redact }: Parts): Server {
  const server = new Server({ name: 'taxiway', version }, { capabilities: { tools: {}, resources: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }, { signal }) => {
    const tool = tools.find((one) => one.name === name);
    const names = tools.map((one) => one.name);
    if (!tool) return failure(`there is no tool "${name}"${didYouMean(name, names)}`);
    const fault = faultOf(tool, args);
    if (fault !== null) return failure(redact(fault));
    return tool.call(args, signal).then(
      (text) => ({ content: [{ type: 'text' as const, text: redact(text) }] }),
      (error: unknown) => failure(redact(messageOf(error))),
    );
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: documents.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const document = documents.find((one) => one.uri === uri);
    const uris = documents.map((one) => one.uri);
    if (!document) throw new McpError(ErrorCode.InvalidParams, `there is no resource "${uri}"${didYouMean(uri, uris)}`);
    return { contents: [{ uri, mimeType: document.mimeType, text: await document.read() }] };
  });
  return server;
}

function failure(text: string): { isError: true; content: { type: 'text'; text: string }[] } {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Returns the first fault in the arguments of a call, or null. Repeats no value: it could be a secret. */
function faultOf({ name, inputSchema }: Tool, args: Arguments): string | null {
  const known = Object.keys(inputSchema.properties);
  const unknown = Object.keys(args).find((key) => !known.includes(key));
  if (unknown !== undefined)
    return `${name} has no argument "${unknown}"${didYouMean(unknown, known)}; it has ${known.join(', ') || 'none'}`;
  const validate = ajv.compile(inputSchema);
  if (validate(args)) return null;
  const [fault] = validate.errors ?? [];
  const allowed = fault?.keyword === 'enum' ? `: ${(fault.params['allowedValues'] as unknown[]).join(', ')}` : '';
  return `${name}: ${fault?.instancePath.slice(1) || 'the arguments'} ${fault?.message}${allowed}`;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
