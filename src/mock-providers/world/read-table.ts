import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';

/**
 * Reads a reference table's lines in `world/tables`, without the remarks at its beginning. A line with a blank at its
 * beginning continues the one before: `readTable('routes.txt')`.
 */
export function readTable(name: string): string[] {
  return tableBytes(name).toString('utf8').replaceAll('\n ', ' ').trimEnd().split('\n');
}

/** Reads a reference table's bytes, with LF line ends and without the remarks at its beginning. */
export function tableBytes(name: string): Buffer {
  const bytes = withLineFeeds(readFileSync(packageFile(`src/mock-providers/world/tables/${name}`)));
  let start = 0;
  while (bytes[start] === REMARK) start = bytes.indexOf('\n', start) + 1;
  return bytes.subarray(start);
}

/** Git and editors on Windows may have written CRLF. */
function withLineFeeds(bytes: Buffer): Buffer {
  return bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;
}

const REMARK = '#'.charCodeAt(0);
