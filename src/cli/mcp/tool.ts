/** A tool of the Model Context Protocol. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: ToolSchema;
  /** Resolves with a text. Throws ExplainedError if nothing was done. */
  call(this: void, args: Arguments, signal: AbortSignal): Promise<string>;
}

export interface ToolSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
}

export type Arguments = Readonly<Record<string, unknown>>;
