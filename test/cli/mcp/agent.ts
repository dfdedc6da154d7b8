import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished } from 'vitest';
import type { Body } from '../../support/body.ts';
import { PROGRAM } from '../taxiway.ts';

export type Args = Record<string, unknown>;

/** An agent that notes the arguments it gave to each tool. */
export class Agent {
  readonly given = new Map<string, Set<string>>();
  readonly #client = new Client({ name: 'a test', version: '1.0.0' });

  static async connect(
    url: string,
    profileCode: string,
    flags: string[],
    env: Record<string, string> = {},
    program = PROGRAM,
  ) {
    const agent = new Agent();
    const args = [program, 'mcp', '--url', url, '--profile', profileCode, ...flags];
    const own = { PATH: process.env['PATH'] ?? '', ...env };
    await agent.#client.connect(new StdioClientTransport({ command: process.execPath, args, env: own }));
    onTestFinished(() => agent.#client.close());
    return agent;
  }

  async tools() {
    return (await this.#client.listTools()).tools;
  }

  /** Calls a tool; returns its text. Each result fits into an agent's context. */
  async call(name: string, args: Args = {}, isRefused = false): Promise<string> {
    const given = this.given.get(name) ?? new Set();
    this.given.set(name, given);
    for (const key of Object.keys(args)) given.add(key);
    const result = await this.#client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
    const [{ text }] = result.content as [{ text: string }];
    expect(Buffer.byteLength(text), name).toBeLessThanOrEqual(20_480);
    expect([name, result.isError ?? false, text]).toEqual([name, isRefused, text]);
    return text;
  }

  async json(name: string, args: Args = {}): Promise<Body> {
    const text = await this.call(name, args);
    expect(text).not.toMatch(/^[345]\d\d\n/);
    const [, file] = /^\d+ characters; the first \d+ follow, (\S+) has all/.exec(text) ?? [];
    return JSON.parse((file === undefined ? text : readFileSync(file, 'utf8')).replace(/^200\n/, ''));
  }
}

/** The tools that run a command, not an operation. */
export const COMMANDS = ['exam', 'judge', 'rules', 'verify'];
