/** An event of a stream of server-sent events. */
export interface ServerEvent {
  event: string;
  id: string | undefined;
  data: string;
}

/** The events of a body, as they come, until it ends. Comments are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ServerEvent> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield* eventOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerEvent[] {
  const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]));
  const data = fields.get('data');
  return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', id: fields.get('id'), data }];
}
