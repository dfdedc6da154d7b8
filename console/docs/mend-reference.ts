/** Readable colours with enough contrast, instead of Scalar's theme. */
export const READABLE_COLOURS = `
.back {
  position: fixed;
  right: 0.75rem;
  bottom: 0.75rem;
  z-index: 10;
  padding: 0.4rem 0.75rem;
  border: 1px solid currentColor;
  border-radius: 6px;
  font: 14px system-ui, sans-serif;
  color: light-dark(#0b5aa5, #7db8f0);
  background: light-dark(#fff, #1a2027);
}
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
