import type { Spec } from '../../../src/interface/openapi/load-spec.ts';
import type { CollectedRequest } from './requests.ts';
import { headers, variables, withQuery } from './requests.ts';

/** A collection for Bruno: its files, by their names below the folder of the collection. */
export function brunoCollection(spec: Spec, requests: readonly CollectedRequest[]): Map<string, string> {
  const folders = [...Map.groupBy(requests, ({ folder }) => folder)];
  return new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: spec.info.title, type: 'collection' }, null, 2)}\n`],
    ['collection.bru', section('headers', entries(headers))],
    ['environments/sandbox.bru', section('vars', entries(variables))],
    ...folders.flatMap(([folder, own], place) => [
      [`${folder}/folder.bru`, section('meta', [`name: ${folder}`, `seq: ${place + 1}`])] as const,
      ...own.map((request, index) => [fileName(folder, request, index), toFile(request, index)] as const),
    ]),
  ]);
}

function fileName(folder: string, { name }: CollectedRequest, index: number): string {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${folder}/${String(index + 1).padStart(2, '0')}-${words}.bru`;
}

function toFile(request: CollectedRequest, index: number): string {
  const { name, method, query, body, before, after, status, expects, description } = request;
  const set = 'const set = (name, value) => bru.setVar(name, value);';
  return [
    section('meta', [`name: ${name}`, 'type: http', `seq: ${index + 1}`]),
    section(method.toLowerCase(), [
      `url: ${withQuery(request)}`,
      `body: ${body === null ? 'none' : 'json'}`,
      'auth: none',
    ]),
    ...(query.length === 0 ? [] : [section('params:query', entries(Object.fromEntries(query)))]),
    ...(body === null ? [] : [section('body:json', body.split('\n'))]),
    ...(before.length === 0 ? [] : [section('script:pre-request', [set, ...before])]),
    ...(after.length === 0 ? [] : [section('script:post-response', ['const body = res.getBody();', set, ...after])]),
    section('tests', [
      `test('status ${status}', () => expect(res.getStatus()).to.equal(${status}));`,
      ...(expects === null
        ? []
        : [
            'const body = res.getBody();',
            `test(${JSON.stringify(expects)}, () => expect(${expects}).to.equal(true));`,
          ]),
    ]),
    section('docs', description.split('\n')),
  ].join('\n');
}

function entries(of: Readonly<Record<string, string>>): string[] {
  return Object.entries(of).map(([name, value]) => `${name}: ${value}`);
}

function section(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`;
}
