import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from '../http/exchange.ts';
import { endExchange, headersOf } from '../http/send-response.ts';
import type { Service } from '../service.ts';

interface File {
  pieces: readonly Buffer[];
  mediaType: string;
  fileName: string;
}

/** Sends a file for download, as fast as the client reads it. Resolves once it is sent, or the client is gone. */
export async function sendFile(
  service: Service,
  exchange: Exchange,
  { pieces, mediaType, fileName }: File,
): Promise<void> {
  const { res } = exchange;
  const headers = {
    ...headersOf(
      exchange,
      pieces.reduce((bytes, { length }) => bytes + length, 0),
    ),
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  };
  res.sendDate = false;
  res.writeHead(200, headers);
  const sent = await pipeline(Readable.from(pieces), res).then(
    () => true,
    () => false,
  );
  endExchange(
    service,
    exchange,
    sent ? { status: 200, headers, body: null, isWhole: true, ending: 'answered' } : 'client-gone',
  );
}
