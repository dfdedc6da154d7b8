import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every action from another repository is pinned to a commit, followed by its version', () => {
  const files = [...globSync('.github/workflows/*.yml'), 'action.yml'];
  const uses = files.flatMap((file) => readFileSync(file, 'utf8').match(/uses: .*/g) ?? []);
  const others = uses.filter((line) => !line.startsWith('uses: ./'));
  expect(others.length).toBeGreaterThan(3);
  expect(others.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

it('the base image of the container is pinned to a digest, the same one in every stage', () => {
  const images = readFileSync('Dockerfile', 'utf8').match(/^FROM \S+/gm) ?? [];
  expect(images).toHaveLength(2);
  expect(new Set(images).size).toBe(1);
  expect(images[0]).toMatch(/^FROM node:24-slim@sha256:[0-9a-f]{64}$/);
});
