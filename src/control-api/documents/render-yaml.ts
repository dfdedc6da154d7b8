import { runThread } from './run-thread.ts';

/** Renders a document as YAML. */
export function renderYaml(document: object): Promise<string> {
  return runThread('yaml-thread', document);
}
