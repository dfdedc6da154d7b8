import { describe, expect, it } from 'vitest';
import { isPostgres, readPostgresAddress, withoutPassword } from '../../src/base/postgres-address.ts';

describe('a PostgreSQL address', () => {
  it.each(['postgres://db/x', 'postgresql://db/x', 'POSTGRES:///x'])('%s is accepted', (text) => {
    expect(isPostgres(text)).toBe(true);
  });

  it.each([':memory:', 'postgres.db', '/tmp/postgres://x', 'mysql://db/x'])('%s is no PostgreSQL address', (text) => {
    expect(isPostgres(text)).toBe(false);
  });

  it('is split into decoded parts', () => {
    const address =
      'postgres://ann%40x:p%2Fw%3A@db.example:5433/my%20db?schema=team_1&sslmode=verify-full&sslrootcert=a.pem';
    expect(readPostgresAddress(address)).toEqual({
      user: 'ann@x',
      password: 'p/w:',
      host: 'db.example',
      port: 5433,
      database: 'my db',
      schema: 'team_1',
      sslmode: 'verify-full',
      sslrootcert: 'a.pem',
    });
  });

  it('takes missing parts from the variables of PostgreSQL', () => {
    const nothing = { user: undefined, password: undefined, host: undefined, port: undefined, database: undefined };
    expect(readPostgresAddress('postgres://')).toMatchObject({ ...nothing, schema: 'taxiway', sslmode: 'disable' });
  });

  it.each(['postgres://ann@/db?host=/run/pg', 'postgres://ann@%2Frun%2Fpg/db', 'postgres:///db?host=/run/pg'])(
    'may name a socket folder: %s',
    (text) => {
      expect(readPostgresAddress(text)).toMatchObject({ host: '/run/pg', database: 'db' });
    },
  );

  it.each<[text: string, expected: RegExp]>([
    ['postgres://db:port/x', /expected an address like postgres:/],
    ['postgres://db/x?schema=Team', /expected a schema of at most 63 lower-case letters/],
    ['postgres://db/x?schema=a;drop', /expected a schema/],
    ['postgres://db/x?schema=pg_catalog', /not one of PostgreSQL itself/],
    ['postgres://db/x?sslmode=prefer', /disable, require, verify-ca, verify-full for sslmode/],
    [
      'postgres://db/x?password=secret',
      /^expected only the parameters schema, host, sslmode, sslrootcert, got password$/,
    ],
    ['postgres://a%zz@db/x', /expected an address like postgres:/],
  ])('%s is refused', (text, expected) => {
    expect(() => readPostgresAddress(text)).toThrow(expected);
  });

  it.each([
    ['postgres://ann:pass@db/x', 'postgres://ann@db/x'],
    ['postgres://ann:p@ss:/w@db/x?schema=a', 'postgres://ann@db/x?schema=a'],
    ['postgres://:pass@db/x', 'postgres://@db/x'],
    ['postgres://ann@db/x', 'postgres://ann@db/x'],
    ['taxi:way@home.db', 'taxi:way@home.db'],
  ])('%s is shown as %s', (text, shown) => {
    expect(withoutPassword(text)).toBe(shown);
  });
});
