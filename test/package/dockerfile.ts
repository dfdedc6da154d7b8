import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env as inherited, runWith } from './installed.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');

/** Settings and commands of the image, from the instructions of the `Dockerfile`. */
export const image = {
  entrypoint: listOf('ENTRYPOINT'),
  cmd: listOf('CMD'),
  user: wordOf('USER'),
  port: wordOf('EXPOSE'),
  workdir: '/app',
  environment: Object.fromEntries(
    [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line.split(' ').map((pair) => pair.split('='))),
  ) as Record<string, string>,
  health: JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[],
};

/** `PATH` of the commands, which find this Node first. */
export const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

/** Runs the `RUN` commands in a folder with the build context only, and returns the folder of the app. */
export async function buildApp(root: string): Promise<string> {
  const [build, app] = [join(root, 'build'), join(root, 'app')];
  mkdirSync(build);
  mkdirSync(app);
  for (const file of allowedInContext()) cpSync(file, join(build, file), { recursive: true });
  const env = { ...inherited, npm_config_prefer_offline: 'true' };
  for (const [, command] of dockerfile.matchAll(/^RUN (.*)$/gm))
    await runWith(env, build, 'bash', '-c', command.replaceAll('/app', app));
  return app;
}

/** Files that .dockerignore includes. */
export function allowedInContext(): string[] {
  return [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.*)$/gm)].map(([, file]) => file);
}

function listOf(instruction: string): string[] {
  return JSON.parse(wordOf(instruction)) as string[];
}

function wordOf(instruction: string): string {
  const [, words] = new RegExp(`^${instruction} (.*)$`, 'm').exec(dockerfile) ?? [];
  if (words === undefined) throw new Error(`the Dockerfile has no ${instruction}`);
  return words;
}
