import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '../src/stopwatch.ts';

/** Times `taxiway serve` from the spawn of its process to its first response, several times, and prints the median. */
export async function measureStart(): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 7; i++) times.push(await timeOneStart());
  times.sort((a, b) => a - b);
  console.log(
    `start: first response ${Math.round(times[3])} ms after the spawn (median of 7; ${Math.round(times[0])} to ` +
      `${Math.round(times[6])})\n`,
  );
}

async function timeOneStart(): Promise<number> {
  const elapsed = stopwatch();
  const main = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--log', 'silent'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`taxiway serve ended with ${code}`)));
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /sandbox: (http:\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
  });
  await (await fetch(`${baseUrl}/_sandbox/health`)).text();
  const ms = elapsed();
  await new Promise((resolve) => {
    child.removeAllListeners('exit').once('exit', resolve);
    child.kill();
  });
  return ms;
}
