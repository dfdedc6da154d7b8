import { styleText } from 'node:util';

/** How text is coloured. */
export type Paint = (format: 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', text: string) => string;

export const colourless: Paint = (_, text) => text;

/** Colours as far as the terminal supports it and NO_COLOR does not forbid it. */
export function colouredFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}
