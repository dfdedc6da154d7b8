import type { ComponentChildren } from 'preact';
import type { ControlError } from '../api/client.ts';

/** The sandbox's refusal in its own sentences. Shows nothing without an error. */
export function ErrorNote({ error, children }: { error: ControlError | undefined; children?: ComponentChildren }) {
  if (!error) return null;
  return (
    <div class="error" role="alert">
      <strong>
        <span aria-hidden="true">✕</span> {titleOf(error)}
      </strong>
      {error.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {children}
    </div>
  );
}

function titleOf({ status, code }: ControlError): string {
  if (status > 0) return `${status} ${code}`;
  return code === 'not_sent' ? 'Not sent' : 'No response';
}
