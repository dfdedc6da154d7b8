import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'getVersion',
  access: 'open',
  run: () => ({ body: { taxiway: readVersion(), node: process.versions.node } }),
} satisfies ServiceOperation<'getVersion'>;

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
  return version;
}
