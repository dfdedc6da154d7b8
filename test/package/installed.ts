import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../store/temporary-file.ts';

/** The package in a project that has nothing else. */
export interface Installed {
  folder: string;
  /** Runs a program of the project, or of npm, to its end; rejects with what it wrote when it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  /** What its processes need to find this Node first. */
  env: NodeJS.ProcessEnv;
}

/**
 * Builds and packs this tree as it is, and installs the package in an empty folder. The tree itself is left alone,
 * its `dist` too: other tests run meanwhile.
 */
export async function installPackage(): Promise<Installed> {
  const copy = join(temporaryFolder(), 'copy');
  await runIn(
    '.',
    process.execPath,
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--outDir',
    join(copy, 'dist'),
  );
  for (const path of PUBLISHED) cpSync(path, join(copy, path), { recursive: true });
  const file = (await runIn(copy, 'npm', 'pack', '--silent', '--ignore-scripts')).trim();

  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await runIn(folder, 'npm', 'install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', join(copy, file));
  return { folder, env, run: (program, ...args) => runIn(folder, program, ...args) };
}

async function runIn(cwd: string, program: string, ...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

const PUBLISHED = ['package.json', 'src', 'contracts', 'openapi.yaml', 'docs', 'README.md', 'LICENSE'];

// What npm sets for its own scripts says where this project is: npm in another folder must not hear of it.
const inherited = Object.entries(process.env).filter(
  ([name]) =>
    !/^npm_(package|lifecycle|command|execpath|node_execpath|config_local_prefix|config_prefix)/.test(name) &&
    !/^(INIT_CWD|VITEST|NODE_ENV|TEST)/.test(name),
);
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(inherited),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};
