import { count, cut, plain } from './text.ts';

/** A workflow command of GitHub Actions that shows an error on the page of the run. */
export function annotation(title: string, message: string): string {
  return `::error title=${escapeProperty(cut(plain(title), 200))}::${escapeMessage(cut(plain(message), 1000))}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function lines(commands: readonly string[]): string {
  return commands.map((command) => `${command}\n`).join('');
}

/** As many annotations as GitHub shows, and how many more there are. */
export function atMostTen(all: readonly string[], title: string): string {
  if (all.length <= MAX_ANNOTATIONS) return lines(all);
  const left = all.length - MAX_ANNOTATIONS + 1;
  return lines([
    ...all.slice(0, MAX_ANNOTATIONS - 1),
    annotation(title, `${count(left, 'more failure')}: see the log of this step`),
  ]);
}

/** A text as a cell of a Markdown table: Markdown and HTML are escaped. */
export function inRow(text: string): string {
  return cut(plain(text), 200).replace(/[\\`*_~[\]<>|&#!@]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** GitHub shows ten annotations of a kind per step. */
const MAX_ANNOTATIONS = 10;
