import { useState } from 'preact/hooks';

/** A text; of a long one the beginning, and the rest where it is asked for. */
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
