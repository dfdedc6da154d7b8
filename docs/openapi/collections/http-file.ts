import type { Spec } from '../../../src/interface/openapi/load-spec.ts';
import type { CollectedRequest } from './requests.ts';
import { headers, variables, withQuery } from './requests.ts';

/** The requests as an .http file, for the HTTP client of JetBrains and for httpYac in any editor. */
export function httpFile(spec: Spec, requests: readonly CollectedRequest[]): string {
  const head = [`# ${spec.info.title}`, ...Object.entries(variables).map(([name, value]) => `@${name} = ${value}`)];
  return `${[head.join('\n'), ...requests.map(toRequest)].join('\n\n')}\n`;
}

function toRequest(request: CollectedRequest): string {
  const { folder, name, method, body, before, after, status, expects } = request;
  return [
    `### ${folder}: ${name}`,
    ...(before.length === 0 ? [] : ['< {%', SET, ...before, '%}']),
    `${method} ${withQuery(request)}`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ...(body === null ? [] : ['Content-Type: application/json', '', body]),
    '',
    '> {%',
    `client.test('status ${status}', () => client.assert(response.status === ${status}));`,
    ...(expects === null && after.length === 0 ? [] : ['const body = response.body;']),
    ...(expects === null ? [] : [`client.test(${JSON.stringify(expects)}, () => client.assert(${expects}));`]),
    ...(after.length === 0 ? [] : [SET, ...after]),
    '%}',
  ].join('\n');
}

const SET = 'const set = (name, value) => client.global.set(name, value);';
