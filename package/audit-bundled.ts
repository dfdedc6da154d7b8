import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * `node package/audit-bundled.ts <sbom.cdx.json> …`: asks the npm registry for advisories on the bundled packages,
 * which no audit of an installed taxiway sees. Ends with 1 if there are any. A registry without audits is reported, and
 * no failure.
 */

/** The result of `npm audit --json`, without the parts that are not used. */
interface Audit {
  /** By package name. */
  vulnerabilities?: Record<string, Vulnerability>;
  message?: string;
}
interface Vulnerability {
  /** Places in the lock file: `node_modules/yaml`. */
  nodes: readonly string[];
  /** Advisories, and names of vulnerable packages below this one. */
  via: readonly (string | { title: string; severity: string; range: string; url: string })[];
}

const bundled = new Set(process.argv.slice(2).flatMap(bundledIn));
const { packages } = readJson('package-lock.json') as { packages: Record<string, { version?: string }> };
const audit = runAudit();
if (audit.vulnerabilities === undefined) {
  const inActions = process.env['GITHUB_ACTIONS'] === 'true' ? '::warning::' : '';
  console.error(`${inActions}NOT AUDITED: the registry returns no advisories (${audit.message ?? 'no reason given'})`);
} else {
  const found = Object.entries(audit.vulnerabilities).flatMap(([name, one]) => advisoriesOf(name, one));
  for (const line of found) console.error(line);
  console.log(`${bundled.size} bundled packages, ${found.length} advisories`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

/** Returns the components of a bill of materials: `yaml@2.9.1`. */
function bundledIn(file: string): string[] {
  const { components } = readJson(file) as { components: { name: string; version: string }[] };
  return components.map(({ name, version }) => `${name}@${version}`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Audits the whole lock file: the bundled packages come from it. npm ends with 1 for advisories and for errors. */
function runAudit(): Audit {
  const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  try {
    return JSON.parse(stdout) as Audit;
  } catch {
    return { message: error?.message ?? stderr.trim() };
  }
}

/** Returns a line for each advisory on a bundled version; other versions in the lock file do not count. */
function advisoriesOf(name: string, { nodes, via }: Vulnerability): string[] {
  const present = new Set(nodes.map((node) => `${name}@${packages[node]?.version}`).filter((one) => bundled.has(one)));
  return [...present].flatMap((one) =>
    via.flatMap((cause) =>
      typeof cause === 'string' ? [] : `${one}: ${cause.severity}, ${cause.title} (${cause.range}) ${cause.url}`,
    ),
  );
}
