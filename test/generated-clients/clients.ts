import { blocksOf } from '../docs/run/page-blocks.ts';

/** A client that a generator makes of openapi.yaml, and a program that walks with it. */
export interface GeneratedClient {
  name: string;
  /** Folder of `examples/clients` with the program. Clients of one folder are made together. */
  folder: string;
  /** Packages that `npx` finds there; `node_modules` unless given. */
  modules?: string;
  /** Packages of the npm registry that are installed for it instead, each with its version. */
  packages?: readonly string[];
  /** Required programs on the machine. */
  needs: readonly Need[];
  /** Runs the program there. */
  walk: string;
}

export type Need = 'python3' | 'go' | 'javac' | 'mvn' | 'cargo';

export const clients: readonly GeneratedClient[] = [
  {
    name: 'openapi-typescript',
    folder: 'openapi-fetch',
    needs: [],
    walk: 'node dist/walk.js',
  },
  {
    name: '@hey-api/openapi-ts',
    folder: 'hey-api',
    modules: 'tools/node_modules',
    needs: [],
    walk: 'node dist/walk.js',
  },
  {
    name: 'openapi-python-client',
    folder: 'openapi-python-client',
    needs: ['python3'],
    walk: '"$PYTHON" walk.py',
  },
  {
    name: 'oapi-codegen, for Go',
    folder: 'oapi-codegen',
    needs: ['go'],
    walk: './walk',
  },
  {
    name: 'openapi-generator, for Java',
    folder: 'openapi-generator',
    needs: ['javac', 'mvn'],
    walk: "java -cp 'target/classes:target/lib/*' Walk",
  },
  {
    name: 'openapi-generator, for Python',
    folder: 'openapi-generator',
    needs: ['javac', 'mvn', 'python3'],
    walk: 'PYTHONPATH=python "$PYTHON" walk.py',
  },
];

const TYPESCRIPT = ['typescript@5.9.3', '@types/node@24.19.2'];

/** The clients of `npm run clients`: their generators are installed first. */
export const clientsOfInstalledTools: readonly GeneratedClient[] = [
  {
    name: 'orval',
    folder: 'orval',
    packages: ['orval@8.38.0', ...TYPESCRIPT],
    needs: [],
    walk: 'node dist/walk.js',
  },
  {
    name: 'openapi-zod-client',
    folder: 'openapi-zod-client',
    packages: ['openapi-zod-client@1.18.3', '@zodios/core@10.9.6', 'axios@1.21.1', 'zod@3.25.76', ...TYPESCRIPT],
    needs: [],
    walk: 'node dist/walk.js',
  },
  {
    name: 'ogen, for Go',
    folder: 'ogen',
    needs: ['go'],
    walk: './walk',
  },
  {
    name: 'progenitor, for Rust',
    folder: 'progenitor',
    needs: ['cargo'],
    walk: './target/debug/walk',
  },
];

/**
 * The commands that make and compile the clients of a folder, in a copy of it: the block of the guide, as it stands.
 * `SPEC` is the file, `PYTHON` one with requirements.txt.
 */
export function buildOf(folder: string): string {
  const block = blocksOf('docs/guides/generate-a-client.md').find(({ kind }) => kind === `sh client ${folder}`);
  if (!block) throw new Error(`docs/guides/generate-a-client.md has no block \`\`\`sh client ${folder}`);
  return block.text;
}
