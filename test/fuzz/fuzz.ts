import { VirtualClock } from '../../src/base/clock.ts';
import type { Sandbox } from '../../src/index.ts';
import type { Seam } from '../../src/server/create-sandbox.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { ADMIN_TOKEN } from '../control-api/control-client.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { callable, NOW } from '../support/sandbox.ts';
import type { Call } from './call.ts';
import { toWire } from './call.ts';
import { toCurl } from './curl.ts';
import { judge } from './judge.ts';
import type { Grounds } from './make-calls.ts';
import { makeCalls } from './make-calls.ts';
import { readRequest } from './read-request.ts';
import type { Sender } from './send.ts';
import { openSender } from './send.ts';

/** A fault that was found, with the first call that shows it. */
export interface Finding {
  operationId: string;
  fault: string;
  /** Description of the edit. */
  edits: readonly string[];
  curl: string;
  /** Alone, a run with this seed and as many cases makes the call again. */
  seed: number;
  cases: number;
  /** Number of calls with this fault. */
  times: number;
}

export interface FuzzOptions {
  seed: number;
  cases: number;
  /** Prepares the calls of an interface. */
  prepare: (sandbox: TestSandbox) => Promise<Grounds>;
  /** A fault to plant. */
  seam?: Seam;
}

/** Counts and findings of a run. */
export interface FuzzRun {
  findings: Finding[];
  /** Number of calls per status. */
  statuses: Record<string, number>;
}

/**
 * Sends calls in batches, each to a sandbox of its own that the seed of the batch decides: the first has the seed of
 * the run, the next that plus one. The same fault of the same operation is reported once.
 */
export async function fuzz({ seed, cases, prepare, seam }: FuzzOptions): Promise<FuzzRun> {
  const findings = new Map<string, Finding>();
  const statuses: Record<string, number> = {};
  for (let sent = 0; sent < cases; sent += BATCH) {
    const batch = { seed: seed + sent / BATCH, cases: Math.min(BATCH, cases - sent) };
    await inSandbox(batch.seed, seam, async (sandbox) => {
      const grounds = await prepare(sandbox);
      const sender = openSender(sandbox.baseUrl);
      for (const call of makeCalls(grounds, batch.seed, batch.cases)) {
        const { status, faults } = await tryCall(grounds, sender, call);
        statuses[status] = (statuses[status] ?? 0) + 1;
        for (const fault of faults)
          note(findings, {
            operationId: call.operation.operationId,
            fault,
            edits: call.edits,
            curl: toCurl(EXAMPLE_URL, toWire(call)),
            ...batch,
            times: 1,
          });
      }
      sender.close();
    });
  }
  return { findings: [...findings.values()], statuses };
}

async function tryCall(
  { api, credentials }: Grounds,
  sender: Sender,
  call: Call,
): Promise<{ status: string; faults: string[] }> {
  const wire = toWire(call);
  const response = await sender.send(wire);
  return {
    status: response instanceof Error ? 'none' : String(response.status),
    faults: judge(api, readRequest(api, wire, credentials), wire.method, response),
  };
}

/** Ids and numbers are what two calls with the same fault differ in. */
function note(findings: Map<string, Finding>, finding: Finding): void {
  const key =
    `${finding.operationId} ` +
    `${finding.fault.replace(/"[^"]*"|(?<=query\/).*(?= is not listed)|[\w-]*\d[\w-]*/g, '…').slice(0, 120)}`;
  const known = findings.get(key);
  if (known) known.times++;
  else findings.set(key, finding);
}

async function inSandbox(
  seed: number,
  seam: Seam | undefined,
  work: (sandbox: TestSandbox) => Promise<void>,
): Promise<void> {
  const clock = new VirtualClock(NOW);
  const sandbox: Sandbox = await startSandbox(
    { seed: `fuzz ${seed}`, clock, log: 'silent', adminToken: ADMIN_TOKEN },
    seam,
  );
  try {
    const baseUrl = await sandbox.listen();
    await work(callable(() => ({ sandbox, clock, baseUrl })));
  } finally {
    await sandbox.close();
  }
}

/** The findings in words, with the lines that show each of them. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ operationId, fault, edits, curl, seed, cases, times }) =>
      [
        `${operationId}: ${fault}${times > 1 ? ` (${times} times)` : ''}`,
        `  after: ${edits.join('; ') || 'nothing'}`.slice(0, 300),
        `  ${curl.length > 2000 ? `${curl.slice(0, 2000)}… (${curl.length} characters)` : curl}`,
        `  repeat: FUZZ_SEED=${seed} FUZZ_CASES=${cases}; sandbox: npm start -- --seed 'fuzz ${seed}' --now ` +
          `${NOW} --admin-token ${ADMIN_TOKEN}`,
      ].join('\n'),
    )
    .join('\n\n');
}

const BATCH = 50;
/** Default address of `npm start`. */
const EXAMPLE_URL = 'http://127.0.0.1:4010';
