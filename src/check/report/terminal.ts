import { stripVTControlCharacters, styleText } from 'node:util';

/** Colours a text. */
export type Paint = (format: 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', text: string) => string;

export const colourless: Paint = (_, text) => text;

export const coloured: Paint = (format, text) => styleText(format, text, { validateStream: false });

/** Returns colours if the terminal supports them and NO_COLOR does not forbid them. */
export function colouredFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** Writes a text to standard output, no wider than its terminal, or a value as JSON; returns the exit code 0. */
export function print(text: string, value: object | false): number {
  const json = value && `${JSON.stringify(value, null, 2)}\n`;
  process.stdout.write(json === false ? fit(text, process.stdout.columns) : json);
  return 0;
}

/**
 * Wraps lines between words to this many columns, or leaves them unchanged without a terminal. Continuation lines are
 * indented below the first. Commands stay whole, so that a reader can copy them.
 */
export function fit(text: string, columns: number | undefined): string {
  if (!columns || columns < NARROWEST) return text;
  const lines = text.split('\n');
  return lines.map((line, at) => (isCommand(line, lines[at - 1]) ? line : wrap(line, columns))).join('\n');
}

function isCommand(line: string, before = ''): boolean {
  const [bare, bareBefore] = [line, before].map((one) => stripVTControlCharacters(one).trim());
  return /\\$/.test(`${bare}`) || /\\$/.test(`${bareBefore}`) || /^(again {5}|export |curl )/.test(`${bare}`);
}

function wrap(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const indent = ' '.repeat(hangOf(stripVTControlCharacters(line), columns));
  const [first = '', ...words] = line.split(/(?<=\S) /);
  const lines = [first];
  for (const word of words.flatMap((one) => broken(one, columns - indent.length))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(indent + word.trimStart());
  }
  return lines.join('\n');
}

/** Breaks a long piece of JSON. Other words, such as addresses, stay whole. */
function broken(word: string, room: number): string[] {
  const [margin = ''] = /^ */.exec(word) ?? [];
  const text = word.slice(margin.length);
  if (text.length <= room || !text.includes('"')) return [word];
  const pieces = text.match(new RegExp(`.{1,${room}}`, 'gu')) ?? [];
  return pieces.map((piece, i) => (i === 0 ? margin + piece : piece));
}

/**
 * Returns the indentation for continuation lines: below the text after a label (`  expected  …`), else below the line
 * start.
 */
function hangOf(line: string, columns: number): number {
  const [labelled = ''] = /^ *\S+(?: \S+)? {2,}(?=\S)/.exec(line) ?? [];
  const [margin = ''] = /^ */.exec(line) ?? [];
  return labelled !== '' && labelled.length <= columns / 3 ? labelled.length : margin.length || 2;
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

const NARROWEST = 40;
