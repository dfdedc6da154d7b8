import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collections } from '../../docs/openapi/collections/collections.ts';
import { collectRequests } from '../../docs/openapi/collections/requests.ts';
import { steps } from '../../docs/openapi/collections/steps.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../src/interface/openapi/operations.ts';

const FOLDER = 'examples/collections';
const spec = await loadSpec();

describe('examples/collections', () => {
  it('matches the output of `npm run generate`', () => {
    const made = collections(spec);
    const names = globSync('**/*.{json,http,bru}', { cwd: FOLDER }).map((name) => name.replaceAll('\\', '/'));
    expect(names.toSorted()).toEqual([...made.keys()].toSorted());
    for (const [name, text] of made) expect(readFileSync(`${FOLDER}/${name}`, 'utf8'), name).toBe(text);
  });

  it('has every operation of the interface', () => {
    const operations = listOperations(spec).map(({ operationId }) => operationId);
    expect(new Set(steps.map(({ operationId }) => operationId))).toEqual(new Set(operations));
  });

  it('sets each variable before a request needs it', () => {
    const known = new Set(['baseUrl', 'secretKey', 'publicKey', 'profileCode']);
    for (const { name, url, query, body, before, after } of collectRequests(spec)) {
      for (const variable of setBy(before)) known.add(variable);
      const needed = [...`${url} ${query.join(' ')} ${body}`.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]);
      expect([name, needed.filter((variable) => !known.has(variable))]).toEqual([name, []]);
      for (const variable of setBy(after)) known.add(variable);
    }
  });
});

function setBy(script: readonly string[]): string[] {
  return [...script.join('\n').matchAll(/set\('(\w+)'/g)].map((match) => match[1]);
}
