import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** TCP proxy in front of a PostgreSQL server. */
export interface Proxy {
  /** Address for the same database through the proxy. */
  url: string;
  /** Returns the bytes to pass on; null keeps them back. */
  toServer: Edit;
  toClient: Edit;
  /** Cuts all connections. */
  cut(): void;
  end(): void;
}

type Edit = (chunk: Buffer, session: Session) => Buffer | null;

/** One connection, with both its ends. */
export interface Session {
  cut: () => void;
  /** Sends bytes to the client, later than they came. */
  send: (chunk: Buffer) => void;
}

export async function startProxy(address: string): Promise<Proxy> {
  const url = new URL(address.replace('@/', '@localhost/'));
  const folder = url.searchParams.get('host');
  const [host, port] = [url.hostname, Number(url.port || PORT)];
  const open = new Set<Session>();
  const server = createServer((client) => {
    const upstream = folder === null ? connect({ host, port }) : connect(`${folder}/.s.PGSQL.${PORT}`);
    const send = (chunk: Buffer) => void (client.writable && client.write(chunk));
    const session = { cut: () => void (client.destroy(), upstream.destroy()), send };
    open.add(session);
    join(client, upstream, session, (chunk) => proxy.toServer(chunk, session));
    join(upstream, client, session, (chunk) => proxy.toClient(chunk, session));
    client.on('close', () => open.delete(session));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => open.forEach((session) => session.cut());
  const proxy: Proxy = {
    url: url.href,
    toServer: pass,
    toClient: pass,
    cut,
    end: () => void (server.close(), cut()),
  };
  return proxy;
}

const PORT = 5432;

export function pass(chunk: Buffer): Buffer {
  return chunk;
}

function join(from: Socket, to: Socket, session: Session, edit: (chunk: Buffer) => Buffer | null): void {
  from.on('data', (chunk) => {
    const edited = edit(chunk);
    if (edited !== null) to.write(edited);
  });
  from.on('error', session.cut).on('close', session.cut);
}
