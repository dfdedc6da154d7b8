import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { runTaxiway } from '../cli/taxiway.ts';
import { asNobody } from '../support/postgres/as-nobody.ts';
import type { Postgres } from '../support/postgres/start-postgres.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

const PASSWORD = 'pass-word-of-the-test';
/** A certificate for localhost and 127.0.0.1 that signs itself. */
const CA = fileURLToPath(new URL('../recorder/tls/localhost.pem', import.meta.url));
const KEY = fileURLToPath(new URL('../recorder/tls/localhost-key.pem', import.meta.url));

const folder = temporaryFolder();
const otherCa = join(folder, 'other.pem');

// Two servers of their own on TCP ports: the first with TLS and passwords, the second without TLS.
const servers: Postgres[] = [];
let secure: number;
let plain: number;
beforeAll(async () => {
  writeFileSync(otherCa, rootCertificates[0]);
  [secure, plain] = [await listening(true), await listening(false)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
});

describe('a store with sslmode', () => {
  it.each([
    ['verify-full', 'localhost'],
    ['verify-full', '127.0.0.1'],
    ['verify-ca', '0.0.0.0'],
  ])('%s opens at %s with the certificates of the authority', async (sslmode, host) => {
    await (await openStore(address(host, secure, { sslmode, sslrootcert: CA }))).close();
  });

  it('require opens without certificates', async () => {
    await (await openStore(address('localhost', secure, { sslmode: 'require' }))).close();
  });

  it.each<[title: string, host: string, sslmode: string, ca: string | undefined, message: RegExp]>([
    ['another authority', 'localhost', 'verify-full', otherCa, /self-signed certificate.*give in sslrootcert the file/],
    ['another authority', 'localhost', 'verify-ca', otherCa, /self-signed certificate/],
    ['no authority', 'localhost', 'verify-full', undefined, /self-signed certificate/],
    [
      'the certificate of another host',
      '0.0.0.0',
      'verify-full',
      CA,
      /does not match certificate.*name the host as its certificate does/,
    ],
    ['no file of certificates', 'localhost', 'verify-full', join(folder, 'none.pem'), /none\.pem.*give a PEM file/],
  ])('refuses %s (%s, %s)', async (_, host, sslmode, sslrootcert, message) => {
    const store = address(host, secure, { sslmode, ...(sslrootcert !== undefined && { sslrootcert }) });
    const error = await openStore(store).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(error).not.toMatchObject({ message: expect.stringContaining(PASSWORD) });
  });

  it.each(['require', 'verify-ca', 'verify-full'])('%s refuses a server without TLS', async (sslmode) => {
    await expect(openStore(address('localhost', plain, { sslmode }))).rejects.toThrow(
      /does not support SSL.*leave sslmode out if the network is safe/,
    );
  });

  it('disable is refused by a server that demands TLS', async () => {
    await expect(openStore(address('localhost', secure, {}))).rejects.toThrow(
      /no encryption.*give sslmode=verify-full/,
    );
  });
});

describe('the password', () => {
  afterEach(() => {
    delete process.env['PGPASSFILE'];
  });

  it('comes from the file that PGPASSFILE names', async () => {
    const store = address('localhost', secure, { sslmode: 'verify-full', sslrootcert: CA }, 'ann');
    await expect(openStore(store)).rejects.toThrow(/password/);
    process.env['PGPASSFILE'] = passFile(`localhost:${secure}:postgres:ann:${PASSWORD}\n`);
    await (await openStore(store)).close();
    process.env['PGPASSFILE'] = passFile(`elsewhere:${secure}:postgres:ann:${PASSWORD}\n`);
    await expect(openStore(store)).rejects.toThrow(/password/);
  });

  it('appears in no line of the doctor, which reports the TLS checks', async () => {
    const store = address('localhost', secure, { sslmode: 'verify-full', sslrootcert: CA });
    const full = await runTaxiway(['doctor'], { TAXIWAY_STORE: store });
    expect(full.stdout).toMatch(/^ok +tls +TLSv1\.\d; certificate and host name of the server are checked$/m);
    const some = await runTaxiway(['doctor'], { TAXIWAY_STORE: address('localhost', secure, { sslmode: 'require' }) });
    expect(some.stdout).toMatch(/^warning +tls +TLSv1\.\d; the certificate of the server is not checked$/m);
    expect(full.stdout + full.stderr + some.stdout + some.stderr).not.toContain(PASSWORD);
  });
});

function address(host: string, port: number, parameters: Record<string, string>, user = `ann:${PASSWORD}`): string {
  const query = new URLSearchParams({ schema: 'tls', ...parameters }).toString();
  return `postgres://${user}@${host}:${port}/postgres?${query}`;
}

let files = 0;
function passFile(text: string): string {
  const path = join(folder, `pgpass-${files++}`);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** Starts a server on a TCP port. With TLS, it demands TLS and a password. */
async function listening(hasTls: boolean): Promise<number> {
  const postgres = startPostgres();
  servers.push(postgres);
  const port = await freePort();
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(`create role ann superuser login password '${PASSWORD}'`);
  const settings: Record<string, string | number> = { port, listen_addresses: '127.0.0.1' };
  if (hasTls) Object.assign(settings, await certificates(admin));
  for (const [name, value] of Object.entries(settings)) await admin.query(`alter system set ${name} = '${value}'`);
  await admin.end();
  postgres.stop();
  postgres.start();
  return port;
}

async function certificates(admin: pg.Client) {
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(rows[0].data_directory, name));
  for (const [from, to] of [
    [CA, cert],
    [KEY, key],
  ]) {
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    if (asNobody.uid !== undefined && asNobody.gid !== undefined) chownSync(to, asNobody.uid, asNobody.gid);
  }
  const lines = "(values ('hostssl all all 127.0.0.1/32 scram-sha-256'), ('local all all trust'))";
  await admin.query(`copy (select * from ${lines} as lines) to '${join(rows[0].data_directory, 'pg_hba.conf')}'`);
  return { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
