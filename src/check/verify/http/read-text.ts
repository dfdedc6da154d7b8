/**
 * The body of a response as text. Throws an Error where it is longer than any response of the service, so that a target
 * cannot exhaust the memory.
 */
export async function readText({ body }: Pick<Response, 'body'>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const stream: AsyncIterable<Uint8Array> | null = body;
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST_BYTES)
      throw new Error(`it is longer than ${LONGEST_BYTES / 2 ** 20} MiB, and was not read to its end`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const LONGEST_BYTES = 16 * 2 ** 20;
