/** A tool in the Model Context Protocol. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: ToolSchema;
  /** True if the arguments are sent to the service unchecked: its own refusal is the result. */
  isUnchecked?: true;
  /** Hints for the agent, as the protocol defines them. */
  annotations: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
  /** Resolves with a text. Throws ExplainedError if nothing was done. */
  call(this: void, args: Arguments, context: CallContext): Promise<string>;
}

export interface CallContext {
  /** Aborts when the agent cancels the call. */
  signal: AbortSignal;
  /** Reports the latest step to the agent, so that it keeps waiting. */
  progress(this: void, message: string): void;
}

export interface ToolSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
}

export type Arguments = Readonly<Record<string, unknown>>;
