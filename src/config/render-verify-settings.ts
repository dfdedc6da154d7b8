import { cell, code, table } from '../base/markdown.ts';
import type { VerifySetting } from './verify-settings.ts';
import { verifySettings } from './verify-settings.ts';

/** docs/verify.md with its tables of settings rendered again, between the two marks. */
export function renderVerifyPage(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/verify.md needs the lines ${BEGIN} and ${END}, in this order`);
  return `${page.slice(0, from)}${BEGIN}\n\n${renderTables()}\n\n${page.slice(to)}`;
}

function renderTables(): string {
  return [...Map.groupBy(verifySettings, ({ group }) => group)]
    .map(
      ([group, settings]) =>
        `### ${group}\n\n` +
        `${table(['Flag', 'Environment', 'Config file', 'Default', 'What it sets'], settings.map(toRow))}`,
    )
    .join('\n\n');
}

function toRow({ key, flag, offFlag, env, inFile, byDefault, description, kind }: VerifySetting): string[] {
  return [
    flag === null
      ? code('[base-url]')
      : [flag, offFlag]
          .filter((text) => text !== undefined)
          .map(code)
          .join(', '),
    env === null ? '' : code(env),
    inFile ? code(key) : '',
    cell(byDefault ?? (kind === 'switch' ? 'off' : '')),
    cell(description),
  ];
}

const BEGIN = '<!-- settings: made from src/config/verify-settings.ts by docs/generate.ts -->';
const END = '<!-- end of settings -->';
