import { relative } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { writePrivately } from '../../base/private-file.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { ControlClient } from './control-client.ts';
import type { Output } from './output.ts';
import { show, table } from './output.ts';

type Summary = ControlSchema['ExchangeSummary'];

/** Lists a profile's latest exchanges, the newest last. */
export async function listJournal(
  client: ControlClient,
  output: Output,
  { limit, operation }: { limit: number; operation: string | undefined },
): Promise<void> {
  const query = new URLSearchParams({ limit: String(limit), ...(operation !== undefined && { operation }) });
  const { exchanges } = await client.onProfile<{ exchanges: Summary[] }>('GET', `/journal?${query.toString()}`);
  const oldestFirst = exchanges.toSorted((a, b) => a.sequence - b.sequence);
  show(output, oldestFirst, () => table(COLUMNS, oldestFirst.map(rowOf), output.columns));
}

/** Shows one exchange, with headers and bodies. */
export async function showExchange(client: ControlClient, output: Output, id: string): Promise<void> {
  show(output, await client.onProfile<object>('GET', `/journal/${encodeURIComponent(id)}`), (found) =>
    JSON.stringify(found, null, 2),
  );
}

/** Prints exchanges as they come, one line each, until the sandbox ends or the profile is removed. */
export async function followJournal(client: ControlClient, { json, columns, print }: Output): Promise<void> {
  for await (const { event, data } of client.events('/journal/stream')) {
    if (event !== 'exchange') continue;
    const exchange = JSON.parse(data) as Summary;
    print(`${json ? JSON.stringify(exchange) : table(rowOf(exchange), [], columns)}\n`);
  }
}

/** Writes the whole journal into a file, as HAR or as JSON lines, depending on the file name. Throws ConfigError. */
export async function exportJournal(client: ControlClient, output: Output, file: string): Promise<void> {
  const form = /\.(har|ndjson)$/i.exec(file)?.[1]?.toLowerCase();
  if (form === undefined) throw new ConfigError(`--export is "${file}": expected a name that ends in .har or .ndjson`);
  const text = await client.fileOfProfile(`/journal.${form}`);
  try {
    writePrivately(file, text);
  } catch (error) {
    throw new ConfigError(`${file} cannot be written: ${messageOf(error)}`);
  }
  const below = relative('', file);
  show(output, { file }, () => `wrote ${below.startsWith('..') ? file : below}`);
}

function rowOf({
  at,
  realTime,
  method,
  path,
  operation,
  outcome,
  scenario,
  idle,
  verdicts,
  exchangeId,
  origin,
  authenticated,
  nearest,
}: Summary): string[] {
  const broken = verdicts.filter(({ level }) => level === 'broken').flatMap(({ rules }) => rules);
  const imported = realTime === null && 'imported';
  const spared = idle?.map(({ name, reason }) => `${name} did not act (${reason})`) ?? [];
  const notes = [
    imported,
    !authenticated && 'without valid credentials',
    nearest && `nearest: ${nearest.method} ${nearest.path}`,
    origin !== 'client' && `from the ${origin}`,
    scenario && `scenario ${scenario.name}`,
    ...spared,
    broken.length > 0 && `breaks ${broken.join(', ')}`,
  ];
  return [
    at,
    exchangeId,
    outcome.text,
    operation,
    notes.filter(Boolean).join('; ') || '-',
    `${method} ${path}`.trim() || 'no HTTP',
  ];
}

const COLUMNS = ['AT', 'ID', 'OUTCOME', 'OPERATION', 'NOTE', 'CALL'];
