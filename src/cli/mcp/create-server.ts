import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { writePrivately } from '../../base/private-file.ts';
import type { Document } from './documents.ts';
import type { Arguments, Tool } from './tool.ts';

/** A server's parts. `redact` removes secrets from a text. */
export interface Parts {
  version: string;
  tools: readonly Tool[];
  documents: readonly Document[];
  /** Instructions that an agent reads first. */
  instructions: string;
  redact(this: void, text: string): string;
}

/** Returns a server for the Model Context Protocol, not connected yet. */
export function createMcpServer({ version, tools, documents, instructions, redact }: Parts): Server {
  const server = new Server({ name: 'taxiway', version }, { capabilities: { tools: {}, resources: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: args = {}, _meta: { progressToken } = {} } = params;
    const tool = tools.find((one) => one.name === name);
    const names = tools.map((one) => one.name);
    if (!tool) return failure(`there is no tool "${name}"${didYouMean(name, names)}`);
    const fault = tool.isUnchecked ? null : faultOf(tool, args);
    if (fault !== null) return failure(redact(fault));
    let steps = 0;
    const progress = (message: string) => {
      if (progressToken === undefined) return;
      const step = { progressToken, progress: ++steps, message: redact(message) };
      void sendNotification({ method: 'notifications/progress', params: step });
    };
    const beat = setInterval(() => progress('still at work'), BEAT_MS);
    try {
      const text = redact(await tool.call(args, { signal, progress }));
      return { content: [{ type: 'text' as const, text: pageOf(name, text) }] };
    } catch (error) {
      return failure(redact(messageOf(error)));
    } finally {
      clearInterval(beat);
    }
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

/** Returns a text as it is, or a long text's beginning and file. */
function pageOf(name: string, text: string): string {
  if (text.length <= MOST) return text;
  folder ??= makeFolder();
  const file = join(folder, `${name}-${++files}.txt`);
  writePrivately(file, text);
  const note = `${text.length} characters; the first ${PAGE} follow, ${file} has all until this server ends`;
  return `${note}\n\n${text.slice(0, PAGE)}`;
}

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'taxiway-mcp-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

let folder: string | undefined;
let files = 0;
/** Longest result, in characters: an agent reads the whole text. */
const MOST = 20_000;
/** Leaves room for the note. */
const PAGE = 19_500;
const BEAT_MS = 10_000;

/** Returns the first fault in a call's arguments, or null. Repeats no value: it could be a secret. */
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
