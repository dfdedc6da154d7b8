import type { Proxy, Session } from './proxy.ts';
import { pass } from './proxy.ts';

/**
 * Records the statements that pass a proxy: each is a round trip, because the client waits for its end. The proxy must
 * not have connections yet, because later statements refer to earlier ones by name.
 */
export function recordRoundTrips(network: Proxy): { take(): Statement[] } {
  const sessions = new Map<Session, Reader>();
  const done: Statement[] = [];
  network.toServer = (chunk, session) => {
    let reader = sessions.get(session);
    if (!reader) sessions.set(session, (reader = new Reader((statement) => done.push(statement))));
    reader.read(chunk);
    return pass(chunk);
  };
  return { take: () => withoutJournal(done.splice(0)) };
}

export interface Statement {
  text: string;
  values: (string | null)[];
  /** The same object for all statements in a transaction. */
  transaction: object;
}

/** Leaves out journal statements: the store writes the journal after the responses. */
function withoutJournal(statements: readonly Statement[]): Statement[] {
  const isOfJournal = ({ text }: Statement) => /"(journals|exchanges)"/.test(text);
  const journal = new Set(statements.filter(isOfJournal).map(({ transaction }) => transaction));
  return statements.filter(({ transaction }) => !journal.has(transaction));
}

/** Reads a client's messages in the wire protocol. */
class Reader {
  readonly #onStatement: (statement: Statement) => void;
  readonly #texts = new Map<string, string>();
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;
  #bound: Pick<Statement, 'text' | 'values'> = { text: '', values: [] };
  #transaction: object | undefined;

  constructor(onStatement: (statement: Statement) => void) {
    this.#onStatement = onStatement;
  }

  read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      // The first message has no type.
      const typeBytes = this.#hasBegun ? 1 : 0;
      if (this.#rest.length < typeBytes + 4) return;
      const end = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < end) return;
      const body = this.#rest.subarray(typeBytes + 4, end);
      if (this.#hasBegun) this.#note(String.fromCharCode(this.#rest[0] ?? 0), body);
      this.#hasBegun = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  #note(type: string, body: Buffer): void {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'Q') this.#end({ text: first, values: [] });
    if (type === 'P') this.#texts.set(first, second);
    if (type === 'B')
      this.#bound = { text: this.#texts.get(second) ?? '', values: readValues(body, first.length + second.length + 2) };
    if (type === 'S') this.#end(this.#bound);
  }

  #end({ text, values }: Pick<Statement, 'text' | 'values'>): void {
    if (/^(begin|start transaction)/i.test(text)) this.#transaction = {};
    this.#onStatement({ text, values, transaction: this.#transaction ?? {} });
    if (/^(commit|rollback)/i.test(text)) this.#transaction = undefined;
  }
}

/** Reads the values after the two names in a Bind message. */
function readValues(body: Buffer, from: number): (string | null)[] {
  let at = from + 2 + 2 * body.readInt16BE(from);
  const count = body.readInt16BE(at);
  at += 2;
  return Array.from({ length: count }, () => {
    const bytes = body.readInt32BE(at);
    at += 4;
    const value = bytes < 0 ? null : body.toString('utf8', at, at + bytes);
    at += Math.max(bytes, 0);
    return value;
  });
}
