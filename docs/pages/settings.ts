import { code, table } from '../../src/base/markdown.ts';
import type { Config, SandboxSetting } from '../../src/config/config.ts';
import type { Setting } from '../../src/config/setting.ts';
import { shownFlag } from '../../src/config/setting.ts';
import { cell, madeFrom, page } from '../markdown.ts';

/** Renders settings as the tables of their groups. The columns are those that some setting of the command needs. */
export function renderSettingTables(settings: readonly Setting[]): string {
  return [...Map.groupBy(settings, ({ group }) => group)]
    .map(([group, own]) => `${group === undefined ? '' : `### ${group}\n\n`}${renderTable(own, settings)}`)
    .join('\n\n');
}

function renderTable(settings: readonly Setting[], all: readonly Setting[]): string {
  const columns = COLUMNS.filter(({ isNeeded }) => isNeeded?.(all) ?? true);
  return table(
    columns.map(({ title }) => title),
    settings.map((setting) => columns.map(({ render }) => render(setting))),
  );
}

interface Column {
  title: string;
  /** Without it every command has the column. */
  isNeeded?: (settings: readonly Setting[]) => boolean;
  render: (setting: Setting) => string;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'Flag',
    render: (setting) => {
      const text = setting.argument ?? shownFlag(setting);
      return text === '' ? '' : cell(code(text));
    },
  },
  {
    title: 'Environment',
    isNeeded: (settings) => settings.some(({ env }) => env !== undefined),
    render: ({ env }) => (env === undefined ? '' : code(env)),
  },
  {
    title: 'Config file',
    isNeeded: (settings) => settings.some(({ key }) => key === 'config'),
    render: ({ key, inFile }) => (inFile ? code(key) : ''),
  },
  {
    title: 'Default',
    isNeeded: (settings) => settings.some(({ byDefault }) => byDefault !== undefined),
    render: ({ byDefault, kind }) => cell(byDefault ?? (kind === 'switch' ? 'off' : '')),
  },
  { title: 'Meaning', render: (setting) => cell(withChoices(setting)) },
];

function withChoices({ description, choices, flag }: Setting): string {
  return choices && !flag?.includes('|') ? `${description}: ${choices.join(', ')}` : description;
}

/** One limit that is not a setting. */
interface Limit {
  of: string;
  is: string;
  beyond: string;
}

/**
 * docs/settings.md: every setting of the sandbox with its flag, its environment variable, its name in the library and
 * its default; then the limits.
 */
export function renderSettings(
  settings: readonly SandboxSetting[],
  defaults: Config,
  limits: readonly Limit[],
): string {
  return page(
    '# Settings',
    madeFrom('src/config/config.ts and docs/pages/limits.ts'),
    'A flag wins over the environment, the environment over the [config file](command-line.md#config-file), the ' +
      'config file over the default. A value that cannot be used stops the start and is named, with what was expected.',
    '```sh not run: two servers that run until Ctrl-C\n' +
      'npm start -- --port 4011 --seed demo\nTAXIWAY_PORT=4011 TAXIWAY_SEED=demo npm start\n```',
    "`createSandbox({ seed: 'demo', offers: 20 })` takes the same settings under the name in the column " +
      '"Library", all but `port` and `host`: those are arguments of its `listen`. It reads neither flags nor the ' +
      'environment ([library](library.md)).',
    table(
      ['Flag', 'Environment', 'Library', 'Default', 'Meaning'],
      settings.map((setting) => [
        cell(code(shownFlag(setting))),
        code(setting.env),
        code(setting.key),
        shown(defaults[setting.key]),
        cell(setting.description),
      ]),
    ),
    'The section `serve` of the config file has the settings under the same names as the library, all but ' +
      '`adminToken`. `--open` opens the console in the default browser, and ' +
      '[`--json`](command-line.md#json) prints the address for programs.',
    '`--max-searches`, `--max-orders` and `--max-bookings` are for each profile; all profiles together keep ' +
      'five times as many. Where those are reached, the profile with the most searches loses its oldest, and a ' +
      'new order or booking is refused. `GET /_sandbox/profiles/{profileCode}` shows what is kept of a profile ' +
      'and how much had to make room; the log says when that begins. A search takes some 400 bytes in memory, a ' +
      'pricing 350, an order 2 kB, a reservation 3 kB.',
    '## Limits',
    'Fixed values:',
    table(
      ['Of', 'Limit', 'Beyond it'],
      limits.map(({ of, is, beyond }) => [cell(of), cell(is), cell(beyond)]),
    ),
  );
}

function shown(value: Config[keyof Config]): string {
  return value === null || value === '' ? 'none' : code(String(value));
}
