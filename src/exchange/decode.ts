import { promisify } from 'node:util';
import zlib, { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/**
 * A copy of a body without its content encodings; null for one that is too large then, that cannot be unpacked or that
 * has an encoding that is not known here.
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
  // Some servers leave the head of zlib out.
  deflate: (bytes) => inflateAll(bytes, bounded).catch(() => inflateRawAll(bytes, bounded)),
};
