import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { packageManifest } from '../../base/package-root.ts';
import { readJson } from '../../base/read-json.ts';
import { isRecord } from '../../base/values/kinds.ts';

/** The test runners that `taxiway init` supports; `node` is Node's own. */
export const RUNNERS = ['vitest', 'jest', 'node'] as const;
export type Runner = (typeof RUNNERS)[number];

/** The target project for `taxiway init`. */
export interface Project {
  folder: string;
  runner: Runner;
  /** True if its .js files are ES modules. */
  isModule: boolean;
  /** True if its package.json names this package. */
  hasTaxiway: boolean;
  packageManager: 'npm' | 'pnpm' | 'yarn';
  /** Git root, or the folder itself without one. GitHub runs only the root's workflows. */
  repository: string;
}

/** Looks at package.json and at lock files. Throws ConfigError if the folder is not a project. */
export function detectProject(folder: string, runner?: Runner): Project {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new ConfigError(`${folder} is not a folder; run \`taxiway init\` in your project, or name its folder`);
  const manifest = readManifest(join(folder, 'package.json'));
  const packages = ['dependencies', 'devDependencies'].flatMap((key) => {
    const listed = manifest[key];
    return isRecord(listed) ? Object.keys(listed) : [];
  });
  const repository = rootOf(folder);
  const lockFolders = [folder, repository];
  return {
    folder,
    repository,
    runner: runner ?? RUNNERS.find((name) => packages.includes(name)) ?? 'node',
    isModule: manifest['type'] === 'module',
    hasTaxiway: packages.includes(packageManifest().name),
    packageManager: LOCK_FILES.find(([file]) => lockFolders.some((one) => existsSync(join(one, file))))?.[1] ?? 'npm',
  };
}

/** Returns the folder with `.git`, above or here. */
function rootOf(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return resolve(folder);
  }
}

function readManifest(path: string): Record<string, unknown> {
  if (!existsSync(path))
    throw new ConfigError(`there is no ${path}; run \`npm init\` first, or name the folder of your project`);
  const content = readJson(path, (reason) => `${path} cannot be read: ${reason}`);
  if (!isRecord(content)) throw new ConfigError(`${path} is not an object; expected that of a package`);
  return content;
}

const LOCK_FILES = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
] as const;
