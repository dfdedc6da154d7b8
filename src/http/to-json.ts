import { memoizeByObject } from '../cache/memoize-by-object.ts';

/**
 * The JSON text of a response body, the same as JSON.stringify makes of it. Items of its lists may share frozen parts
 * (the fares and slices of offers): the text of each is made once, and kept as long as the part lives. What is frozen
 * must be frozen with all its parts.
 */
export function toJson(body: object): string {
  return objectToJson(body, (member) => (Array.isArray(member) ? listToJson(member) : JSON.stringify(member)));
}

function listToJson(items: readonly unknown[]): string {
  let text = '';
  for (const item of items) text += `${text === '' ? '' : ','}${itemToJson(item)}`;
  return `[${text}]`;
}

function itemToJson(item: unknown): string {
  if (typeof item !== 'object' || item === null || !Object.values(item).some(isFrozen)) return JSON.stringify(item);
  return objectToJson(item, (member) => (isFrozen(member) ? frozenToJson(member) : JSON.stringify(member)));
}

function objectToJson(value: object, memberToJson: (member: unknown) => string): string {
  let text = '';
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${memberToJson(member)}`;
  return `{${text}}`;
}

function isFrozen(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.isFrozen(value);
}

const frozenToJson = memoizeByObject((value: object) => JSON.stringify(value));
