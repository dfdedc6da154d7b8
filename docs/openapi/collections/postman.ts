import type { Spec } from '../../../src/interface/openapi/load-spec.ts';
import type { CollectedRequest } from './requests.ts';
import { headers, variables, withQuery } from './requests.ts';

/** A collection for Postman, in its format 2.1.0. */
export function postmanCollection(spec: Spec, requests: readonly CollectedRequest[]): string {
  const folders = Map.groupBy(requests, ({ folder }) => folder);
  const collection = {
    info: {
      name: spec.info.title,
      description: spec.info.summary,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: [...folders].map(([name, own]) => ({ name, item: own.map(toItem) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function toItem(request: CollectedRequest): object {
  const { name, method, url, query, body, description } = request;
  return {
    name,
    event: [
      ...(request.before.length > 0 ? [toEvent('prerequest', [SET, ...request.before])] : []),
      toEvent('test', testOf(request)),
    ],
    request: {
      method,
      description,
      header: [
        ...Object.entries(headers).map(([key, value]) => ({ key, value })),
        ...(body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      ...(body !== null && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
      url: {
        raw: withQuery(request),
        host: ['{{baseUrl}}'],
        path: url.replace('{{baseUrl}}/', '').split('/'),
        ...(query.length > 0 && { query: query.map(([key, value]) => ({ key, value })) }),
      },
    },
  };
}

function testOf({ status, expects, after }: CollectedRequest): string[] {
  return [
    `pm.test('status ${status}', () => pm.response.to.have.status(${status}));`,
    ...(expects === null && after.length === 0 ? [] : ['const body = pm.response.json();']),
    ...(expects === null ? [] : [`pm.test(${JSON.stringify(expects)}, () => pm.expect(${expects}).to.be.true);`]),
    ...(after.length === 0 ? [] : [SET, ...after]),
  ];
}

function toEvent(listen: string, exec: readonly string[]): object {
  return { listen, script: { type: 'text/javascript', exec } };
}

const SET = 'const set = (name, value) => pm.collectionVariables.set(name, value);';
