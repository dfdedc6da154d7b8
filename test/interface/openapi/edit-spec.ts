import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-file.ts';

/** A change of the text of a spec. */
export interface EditedSpec {
  title: string;
  file?: string;
  edit(this: void, text: string): string;
}

/** Returns the edit that replaces the first occurrence of a text. */
export function replacing(from: string, to: string): (text: string) => string {
  return (text) => {
    if (!text.includes(from)) throw new Error(`the spec has no ${JSON.stringify(from)}`);
    return text.replace(from, () => to);
  };
}

/** Writes the edited spec under its own name in a new folder, and returns its path. */
export function writeEdited({ file = 'openapi.yaml', edit }: EditedSpec): string {
  const path = join(temporaryFolder(), file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, edit(readFileSync(file, 'utf8')));
  return path;
}
