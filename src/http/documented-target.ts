import { originForm } from './exchange.ts';

/** Returns an address as the document has it: without the prefix of the transfers, and without the scenarios. */
export function targetOf(url: string, prefix: string): string {
  const address = originForm(url);
  const target = prefix !== '' && address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : address;
  return target.includes('scenario') ? withoutScenario(target) : target;
}

function withoutScenario(target: string): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  const rest = (query ?? '').split('&').filter((part) => part !== '' && !/^scenario(=|$)/.test(part));
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path;
}
