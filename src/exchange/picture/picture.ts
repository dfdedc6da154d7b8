/** Calls in time order, as one drawing: the client, the service and the providers, and the bookings at the right. */
export interface Picture {
  /** Heading, for screen readers and above the drawing in a file. */
  title: string;
  /** The oldest first. */
  calls: readonly PicturedCall[];
  /** Bookings, cancellations and the like, the oldest first. */
  standing: readonly Standing[];
}

export interface PicturedCall {
  /** ISO 8601, by the service's clock. */
  at: string;
  /** ISO 8601, by the machine's clock, which shows if the service's clock jumps; null if it is unknown. */
  realTime: string | null;
  /** `POST /book`. */
  name: string;
  /** `200 completed`; for a lost response, the reason. */
  outcome: string;
  /** Below the response, such as the scenario that acted; '' for none. */
  note: string;
  tone: 'good' | 'waiting' | 'bad';
  /** True if the client received no response with the outcome: its arrow breaks. */
  isLost: boolean;
  /** Calls to providers that it caused. */
  providers: readonly { name: string; outcome: string; isBad: boolean }[];
  /** The rule that it broke, and the right conduct; null for none. */
  broken: { sentence: string; instead: string } | null;
}

export interface Standing {
  at: string;
  /** Index of the causing call; null if time caused it, or if the cause is unknown: `at` then decides. */
  by: number | null;
  /** `UEP06873703 booked`. */
  text: string;
  isBad: boolean;
}
