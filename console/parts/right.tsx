import { Prose } from './prose.tsx';

/** The right conduct, as a rule's checks describe it. */
export function Right({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>
          <strong>Instead:</strong> <Prose text={sentence} />
        </p>
      ))}
    </>
  );
}
