/** Escapes HTML and XML. Replaces control characters and lone surrogates: XML has none, and they could hide text. */
export function escapeMarkup(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\uFFFD').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
