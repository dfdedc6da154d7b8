import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Block } from './run/page-blocks.ts';
import { blocksOf } from './run/page-blocks.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
const blocks = pages.flatMap(blocksOf);

describe('a block of a page', () => {
  it('says what it is: what runs it, or that it is only read', () => {
    const unknown = blocks.filter(({ kind }) => !KINDS.some((known) => known.test(kind)));
    expect(unknown.map(({ page, line, kind }) => `${page}:${line} ${kind}`)).toEqual([]);
  });

  it('can be read by the shell, as JSON, YAML or JavaScript', () => {
    const faults = blocks.map((block) => [`${block.page}:${block.line}`, faultOf(block)]).filter(([, fault]) => fault);
    expect(Object.fromEntries(faults)).toEqual({});
  });
});

/** Of these, `sh`, `js part`, `yaml`, `json`, `http` and `text` are read only: they need what no test has. */
const KINDS = [
  // test/docs/pages.test.ts and pages.full.test.ts
  /^sh (run|checkout|serve)$/,
  /^(text|json) output$/,
  // CI itself
  /^sh tests$/,
  // test/generated-clients
  /^sh client [\w-]+$/,
  // test/exam
  /^sh exam$/,
  // test/package
  /^sh pipeline$/,
  /^js (test|fixture|contracts|run|node-test|jest|vitest-3)$/,
  /^(python|java)$/,
  /^yaml (github|gitlab|config)( \w+)?$/,
  // test/check/verify/config.test.ts
  /^json config$/,
  /^(sh|js part|yaml|json|http|text)$/,
];

function faultOf({ kind, text }: Block): string | undefined {
  const [language] = kind.split(' ');
  if (language === 'sh') return spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr || undefined;
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
