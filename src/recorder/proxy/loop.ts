import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** True if the upstream is the address at which the recorder itself listens, under any of its names. */
export async function leadsToItself(upstream: string, listening: { host: string; port: number }): Promise<boolean> {
  const { hostname, port, protocol } = new URL(upstream);
  if (Number(port || (protocol === 'https:' ? 443 : 80)) !== listening.port) return false;
  const own = ANY.has(listening.host) ? ownAddresses() : await addressesOf(listening.host);
  const called = await addressesOf(hostname.replace(/^\[(.*)\]$/, '$1'));
  return called.some((address) => own.includes(address) || ANY.has(address));
}

/** Returns no address for an unknown name: the first call will report it. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}

const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
