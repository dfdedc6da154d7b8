import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../../support/temporary-file.ts';

/** A copy of this checkout, whose files a test may change. */
export interface EditedCheckout {
  folder: string;
  /** The program of the copy. */
  main: string;
  /** Replaces a file by these contents; undefined removes it. */
  write(file: string, contents: string | Buffer | undefined): void;
}

export function copyCheckout(): EditedCheckout {
  const folder = join(temporaryFolder(), 'checkout');
  mkdirSync(folder);
  for (const part of ['src', 'contracts', 'examples/responses', 'openapi.yaml', 'package.json'])
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    main: join(folder, 'src/cli/main.js'),
    write(file, contents) {
      const path = join(folder, file);
      if (contents === undefined) return rmSync(path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, contents);
    },
  };
}
