import { promisify } from 'node:util';
import zlib, { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/**
 * Returns a copy of a body without its content encodings; null if the result is too large, if it cannot be unpacked, or
 * if an encoding is not supported here.
 */
export async function decode(bytes: Buffer, contentEncoding: string | undefined): Promise<Buffer | null> {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > MOST_ENCODINGS) return null;
  let decoded = bytes;
  try {
    for (const name of encodings.reverse()) {
      const unpack = UNPACK[name];
      if (!unpack) return null;
      if (decoded.length > 0) decoded = await unpack(decoded);
    }
    return decoded;
  } catch {
    return null;
  }
}

const MOST_ENCODINGS = 3;
/** Some kilobytes can unpack to gigabytes. */
const bounded = { maxOutputLength: 16 * 2 ** 20 };
// Node 22.13 has no zstd.
const { zstdDecompress }: Partial<typeof zlib> = zlib;
const unzstdAll = zstdDecompress && promisify(zstdDecompress);
const [gunzipAll, unbrotliAll, inflateAll, inflateRawAll] = [
  promisify(gunzip),
  promisify(brotliDecompress),
  promisify(inflate),
  promisify(inflateRaw),
];
const UNPACK: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => gunzipAll(bytes, bounded),
  'x-gzip': (bytes) => gunzipAll(bytes, bounded),
  br: (bytes) => unbrotliAll(bytes, bounded),
  ...(unzstdAll && { zstd: (bytes: Buffer) => unzstdAll(bytes, bounded) }),
  // Some servers omit the zlib header.
  deflate: (bytes) => inflateAll(bytes, bounded).catch(() => inflateRawAll(bytes, bounded)),
};
