import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConsole } from '../../../src/check/report/console.ts';
import { run } from '../../cli/run-command.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const RECORDING = 'test/check/judge/recordings/chromium.har';
const folder = temporaryFolder();
afterEach(() => vi.restoreAllMocks());

describe('a report to standard output', () => {
  it.each([
    ['json', true, /^\{\n[^]*\}\n$/],
    ['junit', '-', /^<\?xml [^]*<\/testsuites>\n$/],
    ['html', '-', /^<!doctype html>[^]*<\/html>\n$/],
  ])('is the only output there as %s, and the report for people goes to standard error', async (kind, value, whole) => {
    const { stdout, stderr } = listen();
    const code = await run('judge', { source: RECORDING, [kind]: value, color: false, github: false });
    expect(code).toBeLessThan(2);
    expect(stdout()).toMatch(whole);
    expect(stderr()).toMatch(/(?:KEPT|BROKEN)[^]*\d+ rules: /);
  });

  it('can be combined with a report to a file', async () => {
    const { stdout } = listen();
    await run('judge', { source: RECORDING, json: true, junit: join(folder, 'junit.xml'), github: false });
    expect(JSON.parse(stdout())).toHaveProperty('rules');
  });

  it('can be requested only once', () => {
    expect(() => openConsole({ json: '-', html: '-', github: false, colour: true })).toThrow(
      '--json and --html - both take standard output; write one into a file',
    );
  });
});

it('the console report goes to standard output if no other report does', () => {
  expect(openConsole({ jsonFile: '/tmp/report.json', github: false, colour: true }).stream).toBe(process.stdout);
});

function listen(): { stdout: () => string; stderr: () => string } {
  return { stdout: record(process.stdout), stderr: record(process.stderr) };
}

function record(stream: NodeJS.WriteStream): () => string {
  const pieces: string[] = [];
  vi.spyOn(stream, 'write').mockImplementation((piece) => pieces.push(String(piece)) > 0);
  return () => pieces.join('');
}
