/** Escapes HTML, and replaces control characters: they could hide or reverse text. */
export function escapeHtml(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\uFFFD').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
