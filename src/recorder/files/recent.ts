import type { ServerResponse } from 'node:http';
import { inSlices } from '../../base/turns.ts';
import type { RecordedExchange, RecordedResponse } from '../recording/recorded-exchange.ts';
import type { FileForm } from '../../exchange/file-form.ts';

/** The latest exchanges, for downloads: as many as fit. */
export class Recent {
  readonly #exchanges: RecordedExchange[] = [];
  #characters = 0;
  #dropped = 0;

  add(exchange: RecordedExchange): void {
    this.#exchanges.push(exchange);
    this.#characters += weightOf(exchange);
    while (this.#characters > MOST_CHARACTERS || this.#exchanges.length > MOST_EXCHANGES) {
      const oldest = this.#exchanges.shift();
      if (!oldest) break;
      this.#characters -= weightOf(oldest);
      this.#dropped++;
    }
  }

  /** Sends them as a file, in slices. `gap`: see FileForm. */
  async send(res: ServerResponse, form: FileForm, name: string, gap: string): Promise<void> {
    const held = [...this.#exchanges];
    const all = this.#dropped === 0 ? gap : `the recorder no longer holds its ${this.#dropped} oldest exchanges`;
    const pause = inSlices();
    const pieces = [form.head(all)];
    for (const [i, exchange] of held.entries()) {
      pieces.push(i === 0 ? '' : form.between, form.entry(exchange));
      await pause();
    }
    if (held.length > 0 || form.between !== form.tail) pieces.push(form.tail);
    const bytes = Buffer.from(pieces.join(''));
    res.writeHead(200, {
      'Content-Type': form.mediaType,
      'Content-Length': bytes.length,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    res.end(res.req.method === 'HEAD' ? undefined : bytes);
  }
}

function weightOf({ requestBody, response, served, target }: RecordedExchange): number {
  const own = served === response ? 0 : weightOfResponse(served);
  return HEAD_CHARACTERS + target.length + (requestBody.text?.length ?? 0) + weightOfResponse(response) + own;
}

function weightOfResponse(response: RecordedResponse | null): number {
  return response?.body.text?.length ?? 0;
}

const MOST_CHARACTERS = 32e6;
const MOST_EXCHANGES = 20_000;
const HEAD_CHARACTERS = 1500;
