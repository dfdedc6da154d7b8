import type { Exchange } from '../exchange.ts';
import { unseenOf } from '../exchange.ts';
import type { FileAbout, FileForm } from '../file-form.ts';
import { redactJson } from '../redaction.ts';

/** JSON lines, as a sandbox exports its journal: a header line, and one line for each exchange. */
export function journalFile({ creator, gap, profileCode, knownBefore = null }: FileAbout): FileForm {
  const known = knownBefore && { knownBefore: Buffer.from(knownBefore).toString('base64') };
  const about = {
    taxiway: 'journal',
    version: 1,
    ...(creator !== 'taxiway' && { creator }),
    profileCode,
    gap,
    ...known,
  };
  return {
    head: `${JSON.stringify(about)}\n`,
    entry: (exchange) => `${redactJson(JSON.stringify(toLine(exchange)))}\n`,
    between: '',
    tail: '',
    mediaType: 'application/x-ndjson',
    extension: 'ndjson',
  };
}

/** All fields except those derived from `base` and, unless it is rough, the sequence number order. */
function toLine(exchange: Exchange): Exchange {
  const { began, ended, server: _server, statusText: _statusText, served: _served, ...line } = exchange;
  return { ...line, ...(line.isRough && { began, ended }), ...unseenOf(exchange) };
}
