import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { Session } from './led-app.ts';

const folder = temporaryFolder();

describe('an exam that a person leads', () => {
  it('shows each task, waits for the calls, compares what the app shows, and continues from its progress', async () => {
    const only = 'book-transfer.plain,book-transfer.no-offers,book-transfer.pending';
    const progress = join(folder, 'progress.json');
    const first = new Session(['--only', only, '--progress', progress]);
    const app = await first.setUp();
    await first.type(/1\/3[^]*result, "skip" or "stop": $/, '');
    await first.type(/No call has arrived[^]*result, "skip" or "stop": $/, async () => {
      await app.run(first.trip());
      return '';
    });
    await first.type(/does the app show\?[^?]*: $/, 'well');
    await first.type(/"well" is none of these[^]*: $/, 'b');
    const seen = app.shown();
    const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(seen.time) ?? [];
    await first.type(/Id of[^]*: $/, seen.id);
    await first.type(/Price[^]*: $/, 'free');
    await first.type(
      /the price "free" cannot be read; write digits[^]*Price[^]*: $/,
      `${seen.price.replace('.', ',')} €`,
    );
    await first.type(/Currency[^]*: $/, '€');
    await first.type(/Local pickup[^]*: $/, `${day}/${month}/${year} ${time}`);
    await first.type(/Name[^]*: $/, seen.name.split(' ').toReversed().join(', '));
    await first.type(/passed: book-transfer\.plain[^]*2\/3[^]*"stop": $/, 'stop');
    expect(await first.ended).toBe(2);
    expect(first.stderr).toContain(
      'stopped after 1 situation; no report was written; the same command continues from there',
    );
    expect(first.stdout).toBe('');
    expect(existsSync(progress)).toBe(true);

    const second = new Session(['--only', only, '--progress', progress]);
    const again = await second.setUp();
    expect(again.keys).toEqual(app.keys);
    expect(second.stderr).toContain('2 situations to go, 1 done before.');
    await second.type(/2\/3[^]*"stop": $/, async () => {
      await again.run(second.trip());
      return '';
    });
    await second.type(/does the app show\?[^?]*: $/, 'booked');
    // The hour in UTC.
    const shown = again.shown();
    await second.content({ ...shown, time: shown.time.replace('T11', 'T10') });
    await second.type(/3\/3[^]*"stop": $/, async () => {
      await again.run(second.trip());
      return '';
    });
    await second.type(/does the app show\?[^?]*: $/, 'not booked');
    expect(await second.ended).toBe(1);
    expect(second.stdout).toContain('FAILED book-transfer.pending');
    expect(second.stdout).toMatch(/truth: The client states the local time \S+T10:30\S*; booking \w+ has \S+T11:30/);
    expect(second.stdout).toContain('3 situations: 2 passed, 1 failed; exam 5, grade: full content');
  });

  it('passes over a skipped situation, and ends when its input ends', async () => {
    const session = new Session(['--only', 'book-transfer.plain,book-transfer.no-offers']);
    await session.setUp();
    await session.type(/1\/2[^]*"stop": $/, 'skip');
    await session.type(/2\/2[^]*"stop": $/, null);
    expect(await session.ended).toBe(2);
    expect(session.stderr).toContain('stopped after 0 situations; no report was written; pass --progress <file>');
  });

  it('names the skipped situations in the progress, and asks for them again', async () => {
    const file = join(folder, 'skipped.json');
    const flags = ['--only', 'book-transfer.plain,book-transfer.no-offers', '--progress', file];
    const first = new Session(flags);
    await first.setUp();
    await first.type(/1\/2[^]*"stop": $/, 'skip');
    await first.type(/2\/2[^]*"stop": $/, null);
    expect(await first.ended).toBe(2);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ results: [], skipped: ['book-transfer.plain'] });
    const second = new Session(flags);
    await second.setUp();
    await second.type(/asked again: book-transfer\.plain\n[^]*1\/2[^]*"stop": $/, null);
    expect(await second.ended).toBe(2);
  });

  it('fails a client that calls /_sandbox, even with the header of the console', async () => {
    const session = new Session(['--only', 'book-transfer.no-offers']);
    const app = await session.setUp();
    const own = `${app.baseUrl}/_sandbox/profiles/${app.keys.profileCode}`;
    await session.type(/1\/1[^]*"stop": $/, async () => {
      await app.search(session.trip());
      await fetch(`${own}/journal`, { headers: { 'X-Taxiway-Console': '1' } });
      await fetch(`${own}/scenario`, { method: 'DELETE' });
      return '';
    });
    await session.type(/show\?[^?]*: $/, 'n');
    expect(await session.ended).toBe(1);
    expect(session.stdout).toMatch(/The client called GET \S+\/journal, DELETE \S+\/scenario\. Clients must not use/);
  });
});
