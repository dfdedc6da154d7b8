/** What every page of docs/ that is made from a catalogue is put together from. */

/** Blocks with an empty line between them. */
export function page(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Text that Markdown would take for a column, a tag or emphasis is escaped. Code spans are left alone but for columns. */
export function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => part.replace(part.startsWith('`') ? /\|/g : /[|<*]/g, '\\$&'))
    .join('');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Says on the page itself that editing it is of no use. */
export function madeFrom(source: string): string {
  return `<!-- Made from ${source} by docs/generate.ts; edit that and run \`npm run docs\`. -->`;
}
