import { encodedForms } from './encoded-forms.ts';

/** Takes secret keys out of texts, in every form that `encodedForms` knows. */
export class Redaction {
  /** What is shown in the place of a form. */
  readonly #shown = new Map<string, string>();
  readonly #secrets = new Set<string>();
  /** One pattern for all forms: a run makes many profiles, and each text is looked through once. */
  #pattern: RegExp | undefined;

  add(secret: string): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const form of encodedForms(secret)) this.#shown.set(form, `sk_…${secret.slice(-4)}`);
    this.#pattern = undefined;
  }

  redact(text: string): string {
    this.#pattern ??= patternOf([...this.#shown.keys()]);
    return text.replace(this.#pattern, (form) => this.#shown.get(form) ?? form);
  }
}

/** Of forms that begin alike, the longest one is found. */
function patternOf(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}
