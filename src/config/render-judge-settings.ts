import { cell, code, table } from '../base/markdown.ts';
import type { JudgeSetting } from './judge-settings.ts';
import { judgeSettings } from './judge-settings.ts';

/** docs/judging.md with its tables of settings rendered again, between the two marks. */
export function renderJudgingPage(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/judging.md needs the lines ${BEGIN} and ${END}, in this order`);
  return `${page.slice(0, from)}${BEGIN}\n\n${renderTables()}\n\n${page.slice(to)}`;
}

function renderTables(): string {
  return [...Map.groupBy(judgeSettings, ({ group }) => group)]
    .map(
      ([group, settings]) =>
        `### ${group}\n\n${table(['Flag', 'Environment', 'Default', 'What it sets'], settings.map(toRow))}`,
    )
    .join('\n\n');
}

function toRow({ flag, offFlag, env, byDefault, description, kind }: JudgeSetting): string[] {
  const flags = [flag ?? '<source>', offFlag].filter((text) => text !== undefined);
  return [
    flags.map(code).join(', '),
    env === null ? '' : code(env),
    cell(byDefault ?? (kind === 'switch' ? 'off' : '')),
    cell(description),
  ];
}

const BEGIN = '<!-- settings: made from src/config/judge-settings.ts by docs/generate.ts -->';
const END = '<!-- end of settings -->';
