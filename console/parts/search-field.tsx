import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A search field. It searches a moment after each change. Typed text stays while the page loads again. */
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
  const searched = useRef(value);
  // Runs before the first frame, so that no typed text is lost. The field's own search changes nothing if it is late.
  useLayoutEffect(() => {
    if (value !== searched.current) setDraft(value);
    searched.current = value;
  }, [value]);
  const search = (text: string): void => {
    if (text.trim() === searched.current) return;
    searched.current = text.trim();
    onSearch(searched.current);
  };
  useEffect(() => {
    const timer = setTimeout(() => search(draft), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft]);
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
        onChange={(event) => search(event.currentTarget.value)}
      />
    </label>
  );
}

const TYPING_MS = 150;
