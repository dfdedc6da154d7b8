import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import type { SourceMapPayload } from 'node:module';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Returns the address of the source file of a function; '' for a native function. For a bundle with a source map next
 * to it, that is the file before it was bundled.
 */
export function sourceOf({ url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']): string {
  if (!url.startsWith('file:')) return url;
  const map = maps.has(url) ? maps.get(url) : readMap(url);
  maps.set(url, map ?? null);
  const entry = map?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? new URL(entry.originalSource, url).href : url;
}

function readMap(url: string): SourceMap | null {
  const file = `${fileURLToPath(url)}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
}

/** By the address of the script; null for a script without a map. */
const maps = new Map<string, SourceMap | null>();
