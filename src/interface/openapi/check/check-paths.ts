import { didYouMean } from '../../../base/nearest.ts';
import { resolve } from '../../../base/pointer.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { Fault } from './fault.ts';
import { shown } from './fault.ts';
import type { FoundOperation, Part } from './found-operation.ts';
import { checkKeys, METHODS } from './found-operation.ts';

/** Returns the faults of a path and of its item. */
export function checkAddress(address: string, item: unknown, all: readonly string[]): Fault[] {
  const path = ['paths', address];
  if (!isRecord(item)) return [{ path, message: `a path is an object, got ${shown(item)}; write its operations` }];
  if (!/^(?:\/(?:[\w.~-]+|\{\w+\}))+$/.test(address))
    return [{ path, message: 'this is no path; write /name and /{name}, in letters, digits, ., _, ~ and -' }];
  const shape = shapeOf(address);
  const twin = all.find((other) => other !== address && shapeOf(other) === shape);
  const twice = namesIn(address).find((name, i, names) => names.indexOf(name) !== i);
  return [
    ...checkKeys(item, path, PATH_ITEM),
    ...(twin === undefined ? [] : [{ path, message: `matches the same requests as ${twin}; remove one of the two` }]),
    ...(twice === undefined ? [] : [{ path, message: `has {${twice}} twice; give each parameter its own name` }]),
  ];
}

function shapeOf(address: string): string {
  return address.replace(/\{\w+\}/g, '{}').toLowerCase();
}

function namesIn(address: string): string[] {
  return [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Returns the faults of an operation's parameters, with those of its path. */
export function checkParameters(document: Part, { path, address, item, operation }: FoundOperation): Fault[] {
  const found = [...listParameters(document, item, path.slice(0, 2)), ...listParameters(document, operation, path)];
  const names = namesIn(address);
  const missing = names.filter((name) => !found.some((one) => one.part['in'] === 'path' && one.part['name'] === name));
  const keys = found.map(({ part }) => `${String(part['in'])} ${String(part['name'])}`);
  return [
    ...missing.map((name) => ({
      path,
      message: `the path parameter {${name}} is not described; add it to parameters`,
    })),
    ...found.flatMap(({ path: at, part }, i) => {
      const twice = keys.indexOf(keys[i] ?? '') !== i;
      const message = describeParameter(part, names, twice);
      return [...checkKeys(part, at, PARAMETER), ...(message === undefined ? [] : [{ path: at, message }])];
    }),
  ];
}

function describeParameter(part: Part, names: readonly string[], isTwice: boolean): string | undefined {
  const { in: where, name, required, schema } = part;
  if (typeof name !== 'string') return 'the key name is missing; add it';
  if (where === 'cookie') return `taxiway reads no cookies; move ${name} to query or header`;
  if (!PLACES.includes(String(where)))
    return `${name} is in ${shown(where)}${didYouMean(String(where), PLACES)}; write ${PLACES.join(', ')}`;
  if (isTwice) return `the parameter ${name} is described twice; remove one`;
  if (schema === undefined) return `${name} has no schema, so nothing is checked; add one`;
  if (where !== 'path') return undefined;
  if (required !== true) return `${name} is a path parameter; write required: true`;
  if (names.includes(name)) return undefined;
  return `the path has no {${name}}${didYouMean(name, names)}; add it to the path, or remove the parameter`;
}

function listParameters(document: Part, of: Part, path: readonly string[]): { path: readonly string[]; part: Part }[] {
  const list: unknown[] = Array.isArray(of['parameters']) ? of['parameters'] : [];
  return list.flatMap((one, i) =>
    isRecord(one) ? [{ path: [...path, 'parameters', String(i)], part: resolve<Part>(document, one) }] : [],
  );
}

const PATH_ITEM = [...METHODS, 'parameters', 'summary', 'description'];
const PLACES = ['path', 'query', 'header'];
const PARAMETER = [
  'name',
  'in',
  'description',
  'required',
  'deprecated',
  'schema',
  'style',
  'explode',
  'allowReserved',
  'allowEmptyValue',
  'example',
  'examples',
];
