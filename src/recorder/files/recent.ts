import type { ServerResponse } from 'node:http';
import type { Exchange, Message } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { writePieces } from '../../exchange/file-form.ts';

/** The latest exchanges, for downloads: as many as fit. */
export class Recent {
  readonly #exchanges: Exchange[] = [];
  #characters = 0;
  #dropped = 0;

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#characters += weightOf(exchange);
    while (this.#characters > MOST_CHARACTERS || this.#exchanges.length > MOST_EXCHANGES) {
      const oldest = this.#exchanges.shift();
      if (!oldest) break;
      this.#characters -= weightOf(oldest);
      this.#dropped++;
    }
  }

  /** Sends them as a file, in slices. `gap`: why clients may know more than they show. */
  async send(res: ServerResponse, form: (about: FileAbout) => FileForm, name: string, gap: string): Promise<void> {
    const held = [...this.#exchanges];
    const all = this.#dropped === 0 ? gap : `the recorder no longer holds its ${this.#dropped} oldest exchanges`;
    const file = form({ creator: 'taxiway record', gap: all });
    const bytes = Buffer.concat(await writePieces(held, file));
    res.writeHead(200, {
      'Content-Type': file.mediaType,
      'Content-Length': bytes.length,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    res.end(res.req.method === 'HEAD' ? undefined : bytes);
  }
}

function weightOf({ path, request, response, served }: Exchange): number {
  const own = served?.message === response ? null : served?.message;
  return HEAD_CHARACTERS + path.length + lengthOf(request) + lengthOf(response) + lengthOf(own);
}

function lengthOf(message: Message | null | undefined): number {
  return message?.body?.length ?? 0;
}

const MOST_CHARACTERS = 32e6;
const MOST_EXCHANGES = 20_000;
const HEAD_CHARACTERS = 1500;
