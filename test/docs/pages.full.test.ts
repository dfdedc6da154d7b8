import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import type { Block } from './run/page-blocks.ts';
import { blocksOf, walkOf } from './run/page-blocks.ts';
import { checkOutputs, MARK, runWalk } from './run/run-walk.ts';

/** `sh serve` starts the server, `sh run` calls it, `sh checkout` is a command in a clone. */
const KINDS = ['sh serve', 'sh run', 'sh checkout'];

describe('in a fresh copy, on the documented port, every block runs as written:', () => {
  let clone: string;
  beforeAll(() => {
    clone = freshCopy();
  });

  it.each(['README.md', ...pagesWith('sh checkout')])('%s', (page) => {
    const all = walkOf(page, KINDS);
    const blocks = all[0].kind === 'sh serve' ? all : [START, ...all];
    const [serve, ...rest] = blocks.map(({ text }) => text);
    const [command = 'bash', ...before] = [...ownNetwork(), 'bash'];
    const { status, stdout, stderr } = spawnSync(command, [...before, '--norc', '-c', walk(serve, rest)], {
      cwd: clone,
      env: environment(),
      encoding: 'utf8',
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    checkOutputs(blocks, stdout);
  });
});

const START: Block = { page: '', kind: 'sh serve', text: 'npm ci && npm start', line: 0 };

function pagesWith(kind: string): string[] {
  return globSync('docs/**/*.md').filter((page) => blocksOf(page).some((block) => block.kind === kind));
}

/** The server in one shell, the other blocks in a second one, as soon as it says that it can be stopped. */
function walk(serve: string, rest: readonly string[]): string {
  return `set -eo pipefail -m
rm -f serve.log
( ${serve} ) > serve.log 2>&1 &
server=$!
trap 'kill -- -$server' EXIT
until grep -q 'Stop: Ctrl-C' serve.log; do sleep 0.1; kill -0 $server || { cat serve.log >&2; exit 9; }; done
cat serve.log; printf '${MARK}'
${rest.map((text) => `${text}\nprintf '${MARK}'`).join('\n')}
`;
}

/** Puts a command into a network of its own, where the system allows it: port 4010 is free there. */
function ownNetwork(): string[] {
  const own = ['unshare', '--map-root-user', '--net'];
  const lo = 'ip link set lo up';
  return spawnSync(own[0], [...own.slice(1), 'sh', '-c', lo]).status === 0
    ? [...own, 'sh', '-c', `${lo} && exec "$0" "$@"`]
    : [];
}

/** The files of this tree that are committed, or would be. */
function freshCopy(): string {
  const folder = join(temporaryFolder(), 'clone');
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  for (const path of new Set(files.trim().split('\n'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { force: true });
  }
  return folder;
}

/** Environment of a shell, without the variables of npm and vitest. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_ENV|TEST|INIT_CWD|BASE_URL|FORCE_COLOR)/.test(name),
  );
  const tools = fileURLToPath(new URL('run/clone-tools', import.meta.url));
  return {
    ...Object.fromEntries(own),
    PATH: [tools, dirname(process.execPath), process.env['PATH']].join(delimiter),
    INSTALLED_PACKAGES: resolve('node_modules'),
    NO_COLOR: '1',
  };
}

describe('docs/state.md without the curl of this machine', () => {
  const server = useSandbox();
  it('prints the same output', () =>
    runWalk(walkOf('docs/state.md', ['sh run']), { env: { BASE_URL: server.baseUrl }, curl: 'the stand-in for curl' }));
});
