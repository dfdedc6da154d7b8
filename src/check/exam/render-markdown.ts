import { cell, code, table } from '../../base/markdown.ts';
import { examSettings } from '../../config/exam-settings.ts';
import { situations } from './situations.ts';

/** docs/exam.md with its tables rendered again, each between its two marks. */
export function renderExamPage(page: string): string {
  return fill(fill(page, 'settings', renderSettings()), 'situations', renderSituations());
}

function fill(page: string, name: string, text: string): string {
  const parts = new RegExp(`(<!-- ${name}: [^\n]*-->\n).*?(<!-- end of ${name} -->)`, 's').exec(page);
  const [whole, begin, end] = parts ?? [];
  if (whole === undefined) throw new Error(`docs/exam.md needs the marks of ${name}`);
  return page.replace(whole, () => `${begin}\n${text}\n\n${end}`);
}

function renderSettings(): string {
  return table(
    ['Flag', 'Environment', 'Default', 'What it sets'],
    examSettings.map(({ flag, offFlag, env, byDefault, kind, description }) => [
      [flag ?? '', ...(offFlag === undefined ? [] : [offFlag])].map(code).join(' '),
      env === null ? '' : code(env),
      cell(byDefault ?? (kind === 'switch' ? 'off' : '')),
      cell(description),
    ]),
  );
}

function renderSituations(): string {
  return table(
    ['Situation', 'What happens', 'Armed', 'There must be', 'The client may believe'],
    situations.map(({ name, title, armed, truth, beliefs }) => [
      code(name),
      cell(title),
      armed === '' ? '' : code(armed),
      { one: 'exactly one', none: 'none', either: 'at most one' }[truth],
      beliefs.join(', '),
    ]),
  );
}
