/** What the harness was told cannot be used. Says what, the value seen, what was expected and what to do. */
export class UsageError extends Error {}
