import type { ClientRequest } from 'node:http';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { MAX_HEADER_BYTES } from '../../base/no-response.ts';
import type { RawHeaders } from './headers.ts';

export interface UpstreamOptions {
  /** Base URL, without a slash at its end. */
  baseUrl: string;
  /** True to skip certificate checks. */
  insecure: boolean;
  /** Certificate authority in PEM; undefined for Node's own. */
  ca: string | undefined;
}

/**
 * The system behind the recorder. Each client connection has separate connections to the upstream for its lifetime, so
 * a connection closed by the upstream affects no other client.
 */
export class Upstream {
  readonly baseUrl: string;
  readonly origin: string;
  /** Host and port, as in the Host header. */
  readonly host: string;
  readonly #url: URL;
  readonly #prefix: string;
  readonly #tls: { rejectUnauthorized: boolean; ca?: string };
  readonly #agents = new WeakMap<Socket, HttpAgent>();

  constructor({ baseUrl, insecure, ca }: UpstreamOptions) {
    this.#url = new URL(baseUrl);
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.origin = this.#url.origin;
    this.host = this.#url.host;
    this.#prefix = this.#url.pathname.replace(/\/+$/, '');
    this.#tls = { rejectUnauthorized: !insecure, ...(ca !== undefined && { ca }) };
  }

  /** Returns a recorder target's upstream address, byte by byte. */
  targetOf(target: string): string {
    return target === '*' ? target : this.#prefix + target;
  }

  /** Begins a request for a client connection. Throws if HTTP cannot carry the head. */
  request(client: Socket, method: string, target: string, headers: RawHeaders): ClientRequest {
    const send = this.#url.protocol === 'https:' ? requestHttps : requestHttp;
    return send({
      agent: this.#agentOf(client),
      host: this.#url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: this.#url.port === '' ? undefined : this.#url.port,
      method,
      path: target,
      headers: [...headers],
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  #agentOf(client: Socket): HttpAgent {
    const known = this.#agents.get(client);
    if (known) return known;
    const pool = { keepAlive: true, timeout: IDLE_MS };
    const agent = this.#url.protocol === 'https:' ? new HttpsAgent({ ...pool, ...this.#tls }) : new HttpAgent(pool);
    this.#agents.set(client, agent);
    client.once('close', () => agent.destroy());
    return agent;
  }
}

/** Shorter than the usual keep-alive time of servers, so that no connection about to close is used again. */
const IDLE_MS = 4000;
