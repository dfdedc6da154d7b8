import { useState } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** A secret key. The page contains it only while it is shown. */
export function Secret({ text }: { text: string }) {
  const [isSeen, setSeen] = useState(false);
  return (
    <>
      <code>{isSeen ? text : '••••••••'}</code>{' '}
      <button type="button" aria-pressed={isSeen} onClick={() => setSeen(!isSeen)}>
        {isSeen ? 'Hide it' : 'Show it'}
      </button>{' '}
      <CopyButton text={text}>Copy the secret key</CopyButton>
    </>
  );
}
