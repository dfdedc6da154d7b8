import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-file.ts';
import { image } from './dockerfile.ts';
import { runWith } from './installed.ts';

/** Pushes an image of one layer with the settings of the Dockerfile. Returns its reference, with its digest. */
export async function pushImage(crane: string, reference: string, folder: string): Promise<string> {
  const layer = join(temporaryFolder(), 'layer.tar');
  execFileSync('tar', ['--create', '--file', layer, '--directory', folder, '.']);
  const append = ['append', '--oci-empty-base', '--new_layer', layer, '--new_tag', reference];
  await runWith(process.env, '.', crane, ...append);
  const settings = Object.entries(image.environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const start = ['--entrypoint', image.entrypoint.join(','), '--cmd', image.cmd.join(',')];
  const rest = ['--user', image.user, '--workdir', image.workdir, '--exposed-ports', image.port, '--tag', reference];
  return (await runWith(process.env, '.', crane, 'mutate', reference, ...start, ...settings, ...rest)).trim();
}

/** Returns a folder with the app, Node and its libraries from this machine, which stand in for the base image. */
export function fileSystemWith(app: string): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const put = (from: string, to: string) => {
    mkdirSync(join(folder, dirname(to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true, dereference: true });
  };
  put(app, '/app');
  put(process.execPath, '/usr/local/bin/node');
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const library of libraries) put(library, library);
  return folder;
}
