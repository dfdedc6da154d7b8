/** Readable colours with enough contrast, instead of Scalar's theme. */
export const READABLE_COLOURS = `
.light-mode {
  --scalar-color-3: #596673 !important;
  --scalar-color-green: #08663f !important;
  --scalar-color-orange: #9a4a00 !important;
}
.dark-mode {
  --scalar-color-3: #a3b1bf !important;
}`;

/** Adds missing screen reader information to Scalar's elements, now and whenever the page changes. */
export function mendReference(): void {
  const mend = (): void => {
    for (const box of document.querySelectorAll('[role=combobox]:not([aria-expanded])'))
      box.setAttribute('aria-expanded', 'false');
    // On a wide screen their text is hidden.
    for (const link of document.querySelectorAll('a[target=_blank]:not([aria-label])'))
      link.setAttribute('aria-label', link.textContent?.trim() || (link.getAttribute('href') ?? ''));
  };
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
}
