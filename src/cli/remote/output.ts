/** How a command prints: tables on a terminal, JSON for programs. */
export interface Output {
  json: boolean;
  columns: number | undefined;
  print(this: void, text: string): void;
}

/** Prints a value as JSON, or as `render` shows it to people. */
export function show<Value>({ json, print }: Output, value: Value, render: (value: Value) => string): void {
  print(`${json ? JSON.stringify(value, null, 2) : render(value)}\n`);
}
