import { useState } from 'preact/hooks';

/**
 * A text. A long one shows its beginning, `most` characters, and more on demand: a piece at a time, because the browser
 * needs 100 ms and more to lay out 200 kB at once.
 */
export function LongText({ text, most = 400 }: { text: string; most?: number }) {
  const [shown, setShown] = useState(most);
  if (text.length <= shown) return <Pieces text={text} />;
  const more = text.length - shown > PIECE ? `${inWords(PIECE)} more of` : 'all';
  return (
    <>
      <Pieces text={`${text.slice(0, cutAt(text, shown))}…`} />{' '}
      <button type="button" onClick={() => setShown(shown + PIECE)}>
        Show {more} {inWords(text.length)} characters
      </button>
    </>
  );
}

/** Each piece is a separate block, so that the next one leaves its layout unchanged. */
function Pieces({ text }: { text: string }) {
  if (text.length <= PIECE) return <>{text}</>;
  const starts = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) => index * PIECE);
  return (
    <>
      {starts.map((start) => (
        <span key={start} class="long-piece">
          {text.slice(cutAt(text, start), cutAt(text, start + PIECE))}
        </span>
      ))}
    </>
  );
}

/** Returns the nearest place where no two-unit character is cut. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}

const PIECE = 40_000;
