/**
 * An error whose message says everything that a user needs: what failed, and what to do next. The command line prints
 * it without a stack.
 */
export abstract class ExplainedError extends Error {}
