/** What happens to the journal of a profile, for a reader that follows it. */
export interface Watcher {
  /** There are new exchanges. */
  wake(): void;
  /** The journal was replaced, and counts from 1 again. */
  restart(): void;
  /** Nothing more will come. */
  end(): void;
}
