/** A command's output format: tables on a terminal, JSON for programs. */
export interface Output {
  json: boolean;
  columns: number | undefined;
  print(this: void, text: string): void;
}

/** Prints a value as JSON, or in the form of `render` for people. */
export function show<Value>({ json, print }: Output, value: Value, render: (value: Value) => string): void {
  print(`${json ? JSON.stringify(value, null, 2) : render(value)}\n`);
}

/**
 * Returns rows below their column names, each column as wide as its widest cell. If a line would be longer than
 * `columns`, shortens the last column. Shows control characters as `�`: cells contain client data.
 */
export function table(names: readonly string[], rows: readonly (readonly string[])[], columns?: number): string {
  const lines = [names, ...rows].map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, '�')));
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines.map((line) => cut(line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '), columns)).join('\n');
}

function cut(line: string, columns = Infinity): string {
  const text = line.trimEnd();
  return text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
}
