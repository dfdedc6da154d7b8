import type { Pool } from '../store/store.ts';

/** Counts a sandbox's requests, and shows its state, for a Prometheus server. */
export interface Metrics {
  /** Notes an ended exchange. */
  note(this: void, exchange: NotedExchange): void;
  /** The media type of `render`. */
  mediaType: string;
  /** Returns all metrics in the Prometheus text format. */
  render(this: void): Promise<string>;
}

/** Exchange parts that metrics need. */
export interface NotedExchange {
  /** Null if the address has no operation. */
  operation: { operationId: string } | null;
  end: {
    /** The response, or the reason why the client has none. */
    sent: { status: number } | string;
    durationMs: number;
  };
}

/** State that is read at each `render`. */
export interface Readings {
  /** Requests without a complete response. */
  underway(this: void): number;
  /** Exchanges that are not in the journal yet. */
  journalLag(this: void): number;
  /** Lines that the log has dropped. */
  droppedLines(this: void): number;
  /** Returns the number of pending bookings with an outcome due by their profile's clock. */
  dueBookings(this: void): Promise<number>;
  /** Database connections; null for a store without a pool. */
  pool(this: void): Pool | null;
}
