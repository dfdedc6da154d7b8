import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadControl } from '../../../src/control-api/load-control.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { SpecError } from '../../../src/interface/openapi/spec-error.ts';
import { brokenSpecs, CONTROL } from './broken-specs.ts';
import { replacing, writeEdited } from './edit-spec.ts';

const invalid = [
  { title: 'an empty file', edit: () => '\n  \n', names: [] },
  { title: 'no YAML', edit: () => 'openapi: [', names: ['(1:11)'] },
  { title: 'a tab', edit: replacing('\n      operationId', '\n\toperationId'), names: ['tab characters', '(43:1)'] },
  { title: 'another kind of document', edit: () => 'title: x\n', names: [] },
  {
    title: 'a reference to nothing',
    edit: replacing("#/components/schemas/FlightSearchRequest'", "#/components/schemas/Nothing'"),
    names: ['#/components/schemas/Nothing'],
  },
  {
    title: 'a response that refers to a schema',
    edit: replacing("{ $ref: '#/components/responses/BadRequest' }", "{ $ref: '#/components/schemas/Offer' }"),
    names: ['#/paths/~1v1~1flights~1search/post/responses/400'],
  },
];
const atStart = [...invalid, ...brokenSpecs.filter(({ lintOnly }) => !lintOnly)];

describe('the start', () => {
  it.each(atStart)('refuses $title, with the file and the next step', async (spec) => {
    const path = writeEdited(spec);
    const message = await refusalOf(path, 'file' in spec && spec.file === CONTROL ? loadControl : loadSpec);
    for (const name of [path, ...spec.names, 'restore it from version control']) expect(message).toContain(name);
  });

  it('refuses a missing file', async () => {
    const path = writeEdited({ title: '', edit: (text) => text });
    rmSync(path);
    expect(await refusalOf(path, loadSpec)).toContain('no such file');
  });
});

async function refusalOf(path: string, load: (path: string) => Promise<unknown>): Promise<string> {
  const refusal = await load(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SpecError);
  return (refusal as Error).message;
}
