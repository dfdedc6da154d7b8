import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { present } from '../support/present.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { madeOnce } from './made-once.ts';

/** The package in a project. */
export interface Installed {
  folder: string;
  /** Runs a program of the project, or of npm, to its end; rejects with what it wrote when it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Environment in which its processes find this Node first. */
  env: NodeJS.ProcessEnv;
}

/**
 * Builds, stages and packs this tree as it is, once in a run. The tree itself is left alone, its `dist` too: other
 * tests run meanwhile.
 */
export async function packPackage(): Promise<string> {
  const dist = await buildPackage();
  const copy = await madeOnce('package', async (folder) => {
    cpSync(dist, join(folder, 'dist'), { recursive: true });
    await runIn('.', process.execPath, 'package/build-console.ts', join(folder, 'dist-console'));
    for (const path of PUBLISHED) cpSync(path, join(folder, path), { recursive: true });
    await runIn(folder, process.execPath, resolve('package/stage.ts'));
    await runIn(folder, 'npm', 'pack', '--silent', './dist-package');
  });
  const [tarball] = globSync(join(copy, '*.tgz'));
  return present(tarball, 'tarball');
}

/** Returns a `dist/` of this tree as it is, built once in a run. */
export function buildPackage(): Promise<string> {
  return madeOnce('dist', async (folder) => {
    await runIn('.', process.execPath, 'package/build.ts', folder);
  });
}

/** Installs the packed package in an empty folder, with others if need be. */
export async function installPackage(tarball: string, ...others: string[]): Promise<Installed> {
  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await runIn(folder, 'npm', 'install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...others);
  return { folder, env, run: (program, ...args) => runIn(folder, program, ...args) };
}

async function runIn(cwd: string, program: string, ...args: string[]): Promise<string> {
  return runWith(env, cwd, program, ...args);
}

/** Runs a program to its end, in an environment of its own. */
export async function runWith(
  environment: NodeJS.ProcessEnv,
  cwd: string,
  program: string,
  ...args: string[]
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

const PUBLISHED = [
  'package.json',
  'src',
  'contracts',
  'openapi.yaml',
  'openapi-3.0.json',
  'CHANGELOG.md',
  'README.md',
  'LICENSE',
];

// The variables that npm sets for its scripts name this project: npm in another folder must not see them.
const inherited = Object.entries(process.env).filter(
  ([name]) =>
    !/^npm_(package|lifecycle|command|execpath|node_execpath|config_local_prefix|config_prefix)/.test(name) &&
    !/^(INIT_CWD|VITEST|NODE_ENV|TEST)/.test(name),
);
export const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(inherited),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};
