import { once } from 'node:events';
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../../../base/message-of.ts';
import { RecordingError } from '../../../exchange/recording-reader.ts';

/** A recording's bytes. */
export interface OpenSource {
  chunks: AsyncIterable<Buffer>;
  /** Compressed size in bytes; null if unknown. */
  bytes: number | null;
}

/** Opens a file, or standard input for `-`. Throws RecordingError if it cannot be read. */
export function openFile(source: string, signal: AbortSignal): OpenSource {
  if (source === '-') {
    addAbortSignal(signal, process.stdin);
    return { chunks: unpacked(process.stdin), bytes: null };
  }
  try {
    const stat = statSync(source);
    if (stat.isDirectory()) throw new RecordingError('it is a folder; name a file in it');
    if (stat.isFIFO()) return { chunks: unpacked(pipeStream(source, signal)), bytes: null };
    const stream = createReadStream(source, { signal, highWaterMark: PIECE_BYTES });
    return { chunks: unpacked(stream), bytes: stat.isFile() ? stat.size : null };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new RecordingError(messageOf(error) + (missing ? HOW_TO_RECORD : ''));
  }
}

/** Returns a pipe as a stream. A file stream would wait in the system for a writer, and no signal would end it. */
function pipeStream(source: string, signal: AbortSignal): Readable {
  const descriptor = openSync(source, constants.O_RDONLY | constants.O_NONBLOCK);
  return addAbortSignal(signal, new Socket({ fd: descriptor, readable: true, writable: false }));
}

/** Unpacks gzip data and passes other data through. Removes a UTF-8 byte order mark. */
export async function* unpacked(source: Readable | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const chunks = pieces(source);
  const first = await firstBytes(chunks);
  if (first[0] === GZIP[0] && first[1] === GZIP[1]) yield* withoutMark(gunzipped(first, chunks));
  else yield* withoutMark(putBack(first, chunks));
}

async function* putBack(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Throws RecordingError if the beginning is not UTF-8 text. */
async function* withoutMark(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = await firstBytes(chunks);
  if (first[0] === ZIP[0] && first[1] === ZIP[1]) throw new RecordingError(IS_ZIP);
  if (isUtf16(first)) throw new RecordingError('it is written in UTF-16; save it as UTF-8');
  yield first.subarray(0, 3).equals(UTF8_MARK) ? first.subarray(3) : first;
  yield* chunks;
}

async function* pieces(source: Readable | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>)
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    throw error instanceof RecordingError ? error : new RecordingError(`it cannot be read: ${messageOf(error)}`);
  }
}

/** Returns the first four bytes or more, if available. */
async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 4) {
    const next = await chunks.next();
    if (next.done) return first;
    first = Buffer.concat([first, next.value]);
  }
  return first;
}

async function* gunzipped(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  const feed = async () => {
    gunzip.write(first);
    for await (const chunk of rest) {
      if (gunzip.destroyed) return;
      if (!gunzip.write(chunk)) await once(gunzip, 'drain');
    }
    gunzip.end();
  };
  feed().catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw error instanceof RecordingError ? error : new RecordingError(`it cannot be unpacked: ${messageOf(error)}`);
  }
}

/** True for UTF-16: by its byte order mark, or by a NUL byte in the first character. */
function isUtf16([first = 1, second = 1]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0) !== (second === 0);
}

const HOW_TO_RECORD = '; `taxiway journal --export recording.har` writes one of a running sandbox';
const PIECE_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b];
const ZIP = Buffer.from('PK');
const IS_ZIP =
  'it is a zip; unzip it and name the HAR file in it. Bodies in files of their own are not read: with ' +
  "content: 'embed' Playwright writes them into the HAR file";
const UTF8_MARK = Buffer.from('\uFEFF');
