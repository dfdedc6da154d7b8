import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/base/config-error.ts';
import { readJudgeCommand } from '../../../src/check/judge/command.ts';
import type { JudgeSettings } from '../../../src/config/judge-settings.ts';
import { judgeSettings } from '../../../src/config/judge-settings.ts';
import { readSettings } from '../../../src/config/read-settings.ts';
import type { Flags } from '../../../src/config/setting.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const folder = temporaryFolder();
for (const name of ['a.har', 'known.json', 'keys.json']) writeFileSync(join(folder, name), '{}');
mkdirSync(join(folder, 'real'));
symlinkSync(join(folder, 'real'), join(folder, 'linked'));
symlinkSync(join(folder, 'a.har'), join(folder, 'link.har'));

const read = (flags: Flags, env: NodeJS.ProcessEnv = {}) =>
  readJudgeCommand(readSettings<JudgeSettings>(judgeSettings, { flags, env, folder }));

describe('a file', () => {
  it.each([
    [
      'a recording and a report',
      { source: 'a.har', jsonFile: './real/../a.har' },
      /^the source and --json-file name the same/,
    ],
    ['the recording and a report, by a link', { source: 'a.har', html: 'link.har' }, /^the source and --html name/],
    ['the recording and the baseline', { source: 'a.har', writeBaseline: 'a.har' }, /source and --write-baseline name/],
    ['two reports', { source: 'a.har', jsonFile: 'r', junit: 'r' }, /^--json-file and --junit name the same file/],
    [
      'two reports in a linked folder',
      { source: '-', jsonFile: 'real/r', html: 'linked/r' },
      /^--json-file and --html name/,
    ],
    [
      'a report and the baseline',
      { source: 'a.har', baseline: 'known.json', jsonFile: 'known.json' },
      /^--baseline and --j/,
    ],
    [
      'a report and the key pair',
      { source: 'a.har', credential: 'keys.json', jsonFile: 'keys.json' },
      /^--credential and/,
    ],
  ])('is never %s', (_, flags, message) => {
    expect(() => read(flags)).toThrow(ConfigError);
    expect(() => read(flags)).toThrow(message);
    expect(() => read(flags)).toThrow(/, \/\S+; pass another one, or leave one of them out$/);
  });

  it('may be shared by several reports only if it is a device', () => {
    const flags = {
      source: 'a.har',
      jsonFile: '/dev/null',
      html: '/dev/null',
      junit: 'r.xml',
      writeBaseline: 'r.json',
    };
    expect(read(flags).settings).toMatchObject({ jsonFile: '/dev/null', html: '/dev/null' });
    expect(read({ source: '-', junit: '-' }).settings).toEqual({ source: '-', junit: '-' });
  });
});

describe('the URL of a sandbox', () => {
  it.each(['http://user:pass-word@127.0.0.1', 'http://:pass-word@127.0.0.1', 'http://user:pass/word@127.0.0.1'])(
    'has no user and no password, and no message shows them: %s',
    (url) => {
      for (const refused of [() => read({ source: url }), () => read({ source: 'a.har', origin: [url] })]) {
        expect(refused).toThrow(/ is "http:\/\/…@127\.0\.0\.1": expected/);
        expect(refused).not.toThrow(/pass.word|word@/);
      }
    },
  );

  it.each(['http://127.0.0.1?x=1', 'http://127.0.0.1/a#b'])('has neither a query nor a fragment: %s', (source) => {
    expect(() => read({ source, profile: 'dp_a' })).toThrow(`the source is "${source}": expected scheme, host, port`);
  });
});
