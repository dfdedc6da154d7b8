import type { Profiler } from 'node:inspector';
import { sourceOf } from './source-of.ts';

/** Percent of the CPU time of a process, by part of the code. */
export type Shares = Record<string, number>;

/**
 * Parts of the code, each with fragments of the addresses of its files. The first part that has a file counts.
 * Shared code without a part, such as `src/base/lru.ts`, and native functions count for their callers.
 */
const PARTS: Record<string, readonly string[]> = {
  'JSON of the response': ['/src/http/to-json.'],
  'response check': ['/src/http/check-response.', '/src/http/openapi/response-checker.'],
  'request check': ['/src/http/openapi/', '/src/http/parse-body.', '/node_modules/express-openapi-validator/'],
  Ajv: ['/node_modules/ajv', '/node_modules/fast-uri/'],
  authentication: ['/src/http/authenticate.', '/src/profiles/', '/src/http/refuse-foreign-host.'],
  'scenario selection': ['/src/scenarios/', '/src/server/pipeline/'],
  judge: ['/src/check/', '/contracts/', '/src/http/judge-exchange.'],
  journal: ['/src/journal/', '/src/http/journal-exchange.', '/src/exchange/'],
  log: ['/src/http/log-exchange.', '/src/server/log.', '/node_modules/pino', '/node_modules/sonic-boom/'],
  ids: ['/src/base/ids.'],
  store: ['/src/store/'],
  Kysely: ['/node_modules/kysely/'],
  'flights and transfers': ['/src/flights/', '/src/transfers/', '/src/mock-providers/', '/src/timeline/'],
  'control API': ['/src/control-api/'],
  spec: ['/src/interface/', '/src/server/openapi/', '/node_modules/@apidevtools/', '/node_modules/openapi-'],
  YAML: ['/node_modules/yaml/', '/node_modules/js-yaml/'],
  'Express and router': [
    '/node_modules/express/',
    '/node_modules/router/',
    '/node_modules/path-to-regexp/',
    '/node_modules/body-parser/',
    '/src/server/create-app.',
  ],
  'request steps': ['/src/http/', '/src/server/'],
  'command line and settings': ['/src/cli/', '/src/config/', '/node_modules/commander/'],
  'loading modules': [
    'node:internal/modules/',
    'node:internal/deps/',
    'node:internal/bootstrap/',
    'node:internal/main/',
    'node:internal/vm',
    'node:fs',
    'node:path',
    'node:url',
    'node:internal/url',
  ],
  'node:http and sockets': [
    'node:_http',
    'node:net',
    'node:events',
    'node:internal/streams/',
    'node:internal/stream_base_commons',
  ],
};

const OTHER = 'other';
/** Names that V8 gives to its own work. Idle time does not count. */
const NATIVE: Record<string, string> = { '(garbage collector)': 'garbage collection', '(program)': 'native code' };
const IDLE = '(idle)';
/** The bench itself in the measured process does not count either. */
const PROBE = '/bench/servers/probe.';

export const partNames: readonly string[] = [...Object.keys(PARTS), ...Object.values(NATIVE), OTHER];

/**
 * Returns the share of each part. Counts samples, not the time between them: a sample that another process delays
 * would count for the code that it meets.
 */
export function sharesOf({ nodes, samples = [] }: Profiler.Profile): Shares {
  const partOf = partsByNode(nodes);
  const counts: Shares = Object.fromEntries(partNames.map((name) => [name, 0]));
  let all = 0;
  for (const id of samples) {
    const part = partOf.get(id) ?? OTHER;
    if (part === IDLE) continue;
    counts[part] += 1;
    all += 1;
  }
  return Object.fromEntries(partNames.map((name) => [name, (100 * counts[name]) / Math.max(1, all)]));
}

/** A function has the part of its file, or else that of its nearest caller that has one. */
function partsByNode(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const waiting = nodes[0] ? [{ node: nodes[0], inherited: OTHER }] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, inherited } = next;
    const { functionName } = node.callFrame;
    const part =
      functionName === IDLE ? IDLE : (NATIVE[functionName] ?? partOfFile(sourceOf(node.callFrame)) ?? inherited);
    parts.set(node.id, part);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) waiting.push({ node: child, inherited: part });
    }
  }
  return parts;
}

function partOfFile(source: string): string | undefined {
  if (source === '') return undefined;
  if (source.includes(PROBE)) return IDLE;
  return Object.keys(PARTS).find((name) => PARTS[name].some((fragment) => source.includes(fragment)));
}
