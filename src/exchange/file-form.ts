import type { RecordedExchange } from '../recorder/recording/recorded-exchange.ts';

/** A form in which exchanges are written: what stands before them, between them and behind them. */
export interface FileForm {
  /** `gap`: why clients may know more than it has. */
  head(gap: string): string;
  /** One exchange, without a line break in it. */
  entry(exchange: RecordedExchange): string;
  between: string;
  tail: string;
  mediaType: string;
}
