import { Prose } from './prose.tsx';

/** How to do it right, as the checks of a rule say it. */
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
