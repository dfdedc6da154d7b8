import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { asNobody } from './as-nobody.ts';

// Waits until the process that holds the other end of standard input ends. Then it stops a PostgreSQL server and
// removes its folder.

const [command = '', cluster = '', folder = ''] = process.argv.slice(2);
process.stdin.resume().once('close', () => {
  spawnSync(command, ['-D', cluster, '-m', 'immediate', '-w', '-s', 'stop'], { ...asNobody, stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
});
