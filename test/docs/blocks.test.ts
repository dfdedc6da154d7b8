import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { offFlag } from '../../src/config/setting.ts';
import { parseScenarios } from '../../src/scenarios/parse.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import type { Block } from './run/page-blocks.ts';
import { blocksNotRun, blocksOf, NOT_RUN, pagesWithBlocks } from './run/page-blocks.ts';

const blocks = pagesWithBlocks.flatMap(blocksOf);

describe('a block of a page', () => {
  it('has a test that runs it, or a reason why it is not run', () => {
    const unknown = blocks.filter(({ kind }) => !isKnown(kind));
    expect(unknown.map(({ page, line, kind }) => `${page}:${line} ${kind}`)).toEqual([]);
  });

  it('has a test, with at most 37 exceptions', () => {
    expect(blocksNotRun().length).toBeGreaterThan(0);
    expect(blocksNotRun().length).toBeLessThanOrEqual(37);
  });

  it.each(RUN)('%s is run by %s', (kind, path, named = kind) => {
    expect(readFileSync(path, 'utf8')).toContain(named);
    expect(blocks.some((block) => block.kind.startsWith(kind))).toBe(true);
  });

  it('can be read by the shell, as JSON, YAML or JavaScript', () => {
    const faults = blocks.map((block) => [`${block.page}:${block.line}`, faultOf(block)]).filter(([, fault]) => fault);
    expect(Object.fromEntries(faults)).toEqual({});
    expect(shellFaults(blocks.filter(({ kind }) => kind.split(' ')[0] === 'sh'))).toBe('');
  });

  it('a block without a test has existing commands and flags', () => {
    const calls = blocks.filter(({ kind }) => kind.startsWith('sh not run')).flatMap(({ text }) => callsIn(text));
    expect(calls.length).toBeGreaterThan(8);
    for (const { name, flags } of calls)
      expect(flagsOf(name), `taxiway ${name}`).toEqual(expect.arrayContaining(flags));
  });

  it('a block of scenarios has expressions that the sandbox accepts', () => {
    const lines = blocks.filter(({ kind }) => kind === 'text scenario').flatMap(({ text }) => text.split('\n'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(() => parseScenarios(line), line).not.toThrow();
  });
});

/** The calls of the command in a script: `npm start` serves, and what stands behind ` -- ` is the client. */
function callsIn(script: string): { name: string; flags: string[] }[] {
  const lines = script
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace('npm start --', 'taxiway serve'));
  return lines.flatMap((line) => {
    const [, name = '', rest = ''] = /\btaxiway (?:-- )?([a-z]+)\b(.*)/.exec(line.split('#')[0]) ?? [];
    return name === '' ? [] : [{ name, flags: rest.split(' -- ')[0].match(/(?<= )--[\w-]+/g) ?? [] }];
  });
}

function flagsOf(name: string): string[] {
  const { settings = [] } = commands.find((command) => command.name === name) ?? {};
  return settings.flatMap((setting) => [offFlag(setting), ...(setting.flag?.match(/--[\w-]+/g) ?? [])].map(String));
}

/** The kinds that a test runs or compares, the file of the test, and the words there where they are others. */
const RUN: readonly [kind: string, path: string, named?: string][] = [
  ['sh run', 'test/docs/pages.test.ts'],
  ['sh checkout', 'test/docs/pages.full.test.ts'],
  ['sh serve', 'test/docs/pages.full.test.ts'],
  ['text output', 'test/docs/run/page-blocks.ts', 'text|json'],
  ['json output', 'test/docs/run/page-blocks.ts', 'text|json'],
  ['sh tests', '.ci/run', 'npm'],
  ['sh client', 'test/generated-clients/clients.ts'],
  ['sh exam', 'test/check/exam/exam.full.test.ts'],
  ['sh pipeline', 'test/package/ci.full.test.ts'],
  ['js test', 'test/package/pack.full.test.ts'],
  ['js fixture', 'test/package/pack.full.test.ts'],
  ['js contracts', 'test/package/pack.full.test.ts'],
  ['js run', 'test/package/pack.full.test.ts'],
  ['js node-test', 'test/package/runners.full.test.ts'],
  ['js jest', 'test/package/runners.full.test.ts'],
  ['js vitest-3', 'test/package/runners.full.test.ts'],
  ['yaml github', 'test/package/ci.full.test.ts'],
  ['yaml gitlab', 'test/package/ci.full.test.ts'],
  ['yaml config', 'test/check/verify/config.test.ts'],
  ['json config', 'test/check/verify/config.test.ts'],
  ['json agent', 'test/cli/mcp/mcp.test.ts'],
  ['text scenario', 'test/docs/blocks.test.ts'],
];

/** The kinds with a further word: the folder of a client, the name of a job. */
const NAMED = ['sh client', 'yaml github', 'yaml gitlab'];

/** Bodies, headers and addresses to read; diagrams have no kind. */
const READ = ['json example', 'http example', ''];

function isKnown(kind: string): boolean {
  return (
    READ.includes(kind) ||
    NOT_RUN.test(kind) ||
    RUN.some(([run]) => kind === run || (NAMED.includes(run) && kind.startsWith(`${run} `)))
  );
}

/** Returns what bash finds wrong with blocks, a line each. */
function shellFaults(scripts: readonly Block[]): string {
  const folder = temporaryFolder();
  const files = scripts.map(({ page, line, text }) => {
    const file = join(folder, `${page.replaceAll('/', '_')}:${line}`);
    writeFileSync(file, text);
    return file;
  });
  const { status, stderr } = spawnSync('bash', ['-c', 'for file; do bash -n "$file"; done; true', 'bash', ...files], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stderr;
}

function faultOf({ kind, text }: Block): string | undefined {
  const [language] = kind.split(' ');
  if (language === 'js') return syntaxFault(text);
  try {
    if (language === 'yaml') parse(text);
    if (language === 'json' && kind !== 'json output') JSON.parse(text);
  } catch (error) {
    return String(error);
  }
}

function syntaxFault(text: string): string | undefined {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics.length === 0 ? undefined : ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n');
}
