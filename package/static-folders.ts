import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import { FOLDERS } from '../src/base/load-folder.ts';

/** Puts lists of imports, made of the same folders, in place of `src/base/load-folder.ts`. */
export function staticFolders(): Plugin {
  const replaced = resolve('src/base/load-folder.ts');
  return {
    name: 'static-folders',
    resolveId: (id) => (id.startsWith(LIST) ? id : null),
    load(id) {
      if (id === replaced) return listsOf(FOLDERS);
      return id.startsWith(LIST) ? listOf(id.slice(LIST.length)) : null;
    },
  };
}

const LIST = 'list:';

/** Each list is loaded when it is first needed. */
function listsOf(folders: readonly string[]): string {
  const lists = folders.map((folder) => `${quote(folder)}: () => import(${quote(LIST + folder)}),`);
  const load = 'export const loadFolder = async (folder) => (await lists[folder]()).default;';
  return `const lists = {\n${lists.join('\n')}\n};\n${load}`;
}

function listOf(folder: string): string {
  const files = globSync(folder).sort();
  const imports = files.map((file, i) => `import * as m${i} from ${quote(resolve(file))};`);
  const entries = files.map((file, i) => `{ name: ${quote(basename(file, '.ts'))}, exported: m${i}.default },`);
  return `${imports.join('\n')}\nexport default [\n${entries.join('\n')}\n];`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
