import type { Config, Setting } from './config.ts';
import { cell, code, madeFrom, page, table } from './markdown.ts';

/** docs/settings.md: every setting with its flag, its environment variable, its name in the library and its default. */
export function renderSettings(settings: readonly Setting[], defaults: Config): string {
  return page(
    '# Settings',
    madeFrom('src/config.ts'),
    'A flag wins over the environment, the environment over the default. A value that cannot be used stops the start and is named, with what was expected.',
    '```sh\nnpm start -- --port 4020 --seed demo\nTAXIWAY_PORT=4020 TAXIWAY_SEED=demo npm start\n```',
    '`createSandbox({ seed: \'demo\', offers: 20 })` takes the same settings under the name in the column "Library", all but `port` and `host`: those are arguments of its `listen`. It reads neither flags nor the environment ([library](library.md)).',
    table(['Flag', 'Environment', 'Library', 'Default', 'What it sets'], settings.map((setting) => [
      code(setting.flag),
      code(setting.env),
      code(setting.key),
      shown(defaults[setting.key]),
      cell(setting.description),
    ])),
    'In the environment, `TAXIWAY_LIVE_MODE` is `true` or `false`; the flag `--live-mode` stands alone.',
  );
}

function shown(value: Config[keyof Config]): string {
  return value === null || value === '' ? 'none' : code(String(value));
}
