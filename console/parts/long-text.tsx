import { useState } from 'preact/hooks';

/** A text. A long one shows its beginning, and the rest on demand. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= MOST) return <>{text}</>;
  return (
    <>
      {text.slice(0, MOST)}…{' '}
      <button type="button" onClick={() => setWhole(true)}>
        Show all {text.length.toLocaleString('en')} characters
      </button>
    </>
  );
}

const MOST = 400;
