import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.ts';
import { runCommandLine } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { commandNamed } from '../run-command.ts';
import { PROGRAM } from '../taxiway.ts';
import type { Args } from './agent.ts';
import { Agent, COMMANDS } from './agent.ts';

const folder = temporaryFolder();
const config = join(folder, 'config.json');
writeFileSync(config, '{}');

/** A program whose commands print their command line, and which serves the protocol as taxiway does. */
const printing = join(folder, 'printing.mjs');
writeFileSync(
  printing,
  `if (process.argv[2] === 'mcp') await import(${JSON.stringify(pathToFileURL(PROGRAM))});
else console.log(JSON.stringify(process.argv.slice(2)));`,
);

/** Values of settings with a form of their own. */
const VALUES: Args = {
  client: '@shop/client@1.0',
  command: ['node', 'client.js', '--env=A=b, c', '--', 'x'],
  config,
  departureDate: '2099-01-10',
  env: ['A=b, c', 'D='],
  exitCodes: [0, 7, 9],
  routes: ['FRA-FCO', 'MAD-LHR'],
  serviceIdHeader: 'X-Own',
};

interface Schema {
  type: string;
  pattern?: string;
  maximum?: number;
  items?: Schema;
}

/** Throws for a text with a form that VALUES does not know. */
function valueFor(key: string, { type, pattern, maximum, items }: Schema): unknown {
  if (VALUES[key] !== undefined) return VALUES[key];
  if (type === 'boolean') return true;
  if (type === 'number') return maximum;
  if (items !== undefined) return [valueFor(`${key}-1`, items), valueFor(`${key}-2`, items)];
  if (pattern?.startsWith('^https?://')) return `http://${key.toLowerCase()}.example`;
  if (type !== 'string' || pattern !== undefined) throw new Error(`VALUES needs a value for ${key}`);
  return `--text for "${key}"`;
}

/** Returns the settings that a command gets from a command line. */
async function settingsOf(words: readonly string[]): Promise<object> {
  let seen: object = {};
  const noting = commands.map((command) => ({
    ...command,
    run: async ({ settings }: { settings: object }) => void (seen = settings),
  }));
  await runCommandLine({ version: '0.0.0', commands: noting }, words);
  return seen;
}

it("every argument of a command tool is the command's setting of the same name", { timeout: 240_000 }, async () => {
  const agent = await Agent.connect('http://127.0.0.1:9', 'dp_taxiway00001', [], {}, printing);
  const tools = (await agent.tools()).filter(({ name }) => COMMANDS.includes(name));
  expect(tools.map(({ name }) => name).toSorted()).toEqual(COMMANDS);
  for (const { name, inputSchema } of tools) {
    const { settings } = commandNamed(name);
    const schemas = Object.entries((inputSchema.properties ?? {}) as Record<string, Schema>);
    const all = Object.fromEntries(schemas.map(([key, schema]) => [key, valueFor(key, schema)]));
    const off = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, value === true ? false : value]));
    for (const args of [all, off]) {
      const [line = ''] = (await agent.call(name, args)).split('\n');
      const read = Object.entries(args).map(([key, value]) => {
        const isFile = settings.some((setting) => setting.key === key && setting.kind === 'file');
        return [key, isFile ? resolve(String(value)) : value];
      });
      expect([name, await settingsOf(JSON.parse(line) as string[])]).toEqual([name, Object.fromEntries(read)]);
    }
  }
});
