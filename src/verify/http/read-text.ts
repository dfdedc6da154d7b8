/** The body of an answer as text. Throws an Error where it is longer than anything that the service has to say: memory is not the target's to fill. */
export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST_BYTES)
      throw new Error(`it is longer than ${LONGEST_BYTES / 2 ** 20} MiB, and was read no further`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const LONGEST_BYTES = 16 * 2 ** 20;
