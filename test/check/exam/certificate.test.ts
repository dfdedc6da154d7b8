import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestOf } from '../../../src/base/digest-of.ts';
import type { Certificate, CertificateFile } from '../../../src/check/exam/certificate/certificate.ts';
import { lowestGrade } from '../../../src/check/exam/standing.ts';
import { run } from '../../cli/run-command.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const CLIENT = fileURLToPath(new URL('../../../examples/clients/client.ts', import.meta.url));
const HOSTILE = '<script>alert(1)</script>\u202eshop@1.0 ';
const folder = temporaryFolder();
const original = join(folder, 'original.json');
let said = '';

beforeAll(async () => {
  const written = await exam({ certificate: join(folder, 'original.html'), client: `${HOSTILE}@2.4.1` });
  expect(written).toBe(0);
});
beforeEach(() => {
  said = '';
  const keep = (text: unknown) => (said += `${String(text)}\n`) !== '';
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  return () => vi.restoreAllMocks();
});

describe('a certificate', () => {
  it('names client, versions, situations and grade, and states that it covers only part of the exam', () => {
    const { certificate, digest } = read(original);
    expect(certificate).toMatchObject({
      client: { name: HOSTILE, version: '2.4.1' },
      ...{ taxiway: '0.0.0', node: process.versions.node },
      interface: '1.0.0',
      only: ['book-transfer.no-offers', 'book-transfer.plain'],
      ledBy: 'program',
      seed: 'exam',
      result: 'passed',
      grade: 'content',
      situations: [
        { name: 'book-transfer.plain', standing: 'passed', grade: 'content', findings: [] },
        { name: 'book-transfer.no-offers', standing: 'passed', grade: null },
      ],
    });
    expect(digest).toBe(digestOf(certificate));
  });

  it('fits its schema', () => {
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const schema = new URL('../../../src/check/exam/certificate/certificate.schema.json', import.meta.url);
    const check = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
    check(read(original));
    expect(check.errors).toBeNull();
  });

  it('is a page with the escaped client name and the digest, and loads nothing', () => {
    const page = readFileSync(join(folder, 'original.html'), 'utf8');
    expect(page).toContain('Client: &#60;script&#62;alert(1)&#60;/script&#62;\uFFFDshop@1.0  2.4.1');
    expect(page).toContain(`Digest of original.json: ${read(original).digest}`);
    expect(page).toMatch(/<title>[^<]*: 2 of \d+ situations: passed<\/title>/);
    expect(page).toContain(`Led by a program, seed exam, Node ${process.versions.node}`);
    expect(page).toContain('This is a part of the exam: --only book-transfer.no-offers,book-transfer.plain');
    expect(page).not.toMatch(/<(?:script|img|link|iframe)\b|src=|\u202e/);
  });

  it.each([
    [{ certificate: 'c.html' }, '--certificate needs the name and the version of the client'],
    [{ client: 'shop' }, 'expected a name and a version'],
    [{ with: original }, '--with needs the older certificate'],
    [{ certificate: original, compare: original, client: 'a@1' }, '--compare and --certificate name the same file'],
    [{ certificate: join(folder, 'original.html'), compare: original, client: 'a@1' }, 'name the same file'],
    [{ compare: original, explore: '3' }, '--explore has no situations to certify or compare'],
  ])('is refused under %j', async (flags, message) => {
    expect(await exam(flags)).toBe(2);
    expect(said).toContain(message);
  });
});

describe('a comparison of two certificates', () => {
  const compare = (newer: string) => run('exam', { compare: original, with: newer, github: false });

  it('finds no regression if nothing has changed, regardless of the JSON layout', async () => {
    const { certificate, digest } = read(original);
    const entries = Object.entries(certificate).reverse();
    const other = write(
      '{"digest":' + JSON.stringify(digest) + ',"certificate":' + JSON.stringify(Object.fromEntries(entries)) + '}',
    );
    expect(await compare(other)).toBe(0);
    expect(said).toContain('NO REGRESSION\n2 situations: 2 unchanged; grade: full content');
  });

  it.each<[title: string, change: (certificate: Certificate) => void, code: number, lines: string[]]>([
    [
      'a new failure',
      ({ situations: [plain] }) => {
        plain.standing = 'failed';
        plain.findings = [{ kind: 'truth', message: 'Booked more than once.', rules: [] }];
      },
      1,
      ['NEWLY FAILING book-transfer.plain', 'truth: Booked more than once.', 'REGRESSION: 1 situation\n'],
    ],
    [
      'a situation that is gone',
      (certificate) => certificate.situations.pop(),
      1,
      ['NO LONGER EXAMINED book-transfer.no-offers', '1 no longer examined, 1 unchanged'],
    ],
    [
      'a situation that is not applicable any more',
      ({ situations: [plain] }) => (plain.standing = 'not applicable'),
      1,
      ['NO LONGER EXAMINED book-transfer.plain'],
    ],
    [
      'a lower grade',
      (certificate) => {
        certificate.situations[0].grade = 'ids';
      },
      1,
      ['GRADE LOWERED book-transfer.plain', 'grade: full content → ids\n'],
    ],
    [
      'another version of everything',
      (certificate) => Object.assign(certificate, { taxiway: '9.0.0', interface: '2.0.0', exam: 7, only: null }),
      0,
      ['taxiway: 0.0.0 → 9.0.0', 'interface document: 1.0.0 → 2.0.0', 'exam: 5 → 7', '--only: book-transfer.no-offers'],
    ],
    [
      'a failure in a situation that was not there before',
      ({ situations }) =>
        situations.push({ ...situations[0], name: 'book-transfer.502', standing: 'failed', grade: null }),
      0,
      ['1 failing, not examined before'],
    ],
  ])('reports %s', async (_, change, code, lines) => {
    const { certificate } = read(original);
    change(certificate);
    expect(await compare(sealed(certificate))).toBe(code);
    for (const line of lines) expect(said).toContain(line);
  });

  it('reports what is fixed and what still fails', async () => {
    const { certificate } = read(original);
    for (const situation of certificate.situations) situation.standing = 'failed';
    const older = sealed(certificate);
    expect(await run('exam', { compare: older, with: original, github: false })).toBe(0);
    expect(said).toContain('2 situations: 2 fixed');
    expect(await run('exam', { compare: older, with: older, github: false })).toBe(0);
    expect(said).toContain('NO REGRESSION, with 2 known situations\n2 situations: 2 failing in both');
  });

  it('refuses an edited certificate and names both digests', async () => {
    const { certificate, digest } = read(original);
    certificate.client.version = '3.0.0';
    expect(await compare(write(JSON.stringify({ certificate, digest })))).toBe(2);
    expect(said).toContain(`was changed after it was written: its digest is ${digest}, and its content has sha256:`);
  });

  it.each<[title: string, change: (certificate: Certificate) => unknown, fault: string]>([
    ['a wrong grade', (one) => (one.grade = 'ids'), 'its grade is ids, and the lowest one in its situations content'],
    ['a wrong count', ({ summary }) => (summary.passed = 160), 'its summary has 160 passed, and its situations 2'],
    ['a result twice', ({ situations }) => situations.push(situations[0]), 'it has book-transfer.plain twice'],
    ['a strange situation', ({ situations: [one] }) => (one.name = 'a.b'), 'exam 5 has no situation a.b'],
    ['another field', (one) => Object.assign(one, { note: 'best' }), 'additional properties: note'],
    [
      'a failure',
      ({ situations: [one], summary }) => {
        one.standing = 'failed';
        summary.passed--;
        summary.failed++;
      },
      'its result is passed, and book-transfer.plain is failed',
    ],
  ])('refuses a certificate with %s', async (_, change, fault) => {
    const { certificate } = read(original);
    change(certificate);
    expect(await compare(write(JSON.stringify({ certificate, digest: digestOf(certificate) })))).toBe(2);
    expect(said).toContain(fault);
  });

  it.each([['{}'], ['[]'], ['no JSON'], ['{"certificate":{},"digest":7}']])(
    'refuses %s as no certificate',
    async (text) => {
      expect(await compare(write(text))).toBe(2);
      expect(said).toMatch(/is not a certificate|cannot be read/);
    },
  );

  it('compares an exam with an older certificate', async () => {
    expect(await exam({ compare: original, only: ['book-transfer.no-offers'] })).toBe(1);
    expect(said).toContain('NO LONGER EXAMINED book-transfer.plain');
  });
});

function exam(flags: Record<string, string | string[]>): Promise<number> {
  const command = [process.execPath, CLIENT];
  const only = ['book-transfer.no-offers', 'book-transfer.plain'];
  return run('exam', { command, only, env: ['PAUSE_MS=30'], github: false, quiet: true, ...flags });
}

/** Writes a changed certificate that agrees with itself. */
function sealed(certificate: Certificate): string {
  const { situations, summary } = certificate;
  for (const standing of Object.keys(summary) as (keyof typeof summary)[])
    summary[standing] = situations.filter((one) => one.standing === standing).length;
  certificate.grade = lowestGrade(situations.flatMap(({ grade }) => (grade === null ? [] : [{ grade }])));
  if (summary.failed > 0) certificate.result = 'failed';
  return write(JSON.stringify({ certificate, digest: digestOf(certificate) }));
}

function read(file: string): CertificateFile {
  return JSON.parse(readFileSync(file, 'utf8')) as CertificateFile;
}

function write(text: string): string {
  const file = join(folder, `${++written}.json`);
  writeFileSync(file, text);
  return file;
}

let written = 0;
