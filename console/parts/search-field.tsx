import { useLayoutEffect, useState } from 'preact/hooks';

/** A search field that searches on Enter, or when it loses the focus: typed text stays while the page loads again. */
export function SearchField({
  label,
  value,
  onSearch,
  ...rest
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  placeholder?: string;
  maxLength: number;
}) {
  const [draft, setDraft] = useState(value);
  // Before the first frame, so that it drops no typed text.
  useLayoutEffect(() => setDraft(value), [value]);
  return (
    <label>
      <span>{label}</span>
      <input
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        {...rest}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => onSearch(event.currentTarget.value.trim())}
      />
    </label>
  );
}
