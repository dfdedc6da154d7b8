import { Prose } from './prose.tsx';

/** The right conduct, as the checks of a rule describe it. */
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
