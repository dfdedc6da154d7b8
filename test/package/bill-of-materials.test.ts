import { expect, it } from 'vitest';
import { describeBundled } from '../../package/licences.ts';

it('the bill of materials has the packages of the licence file, each once, with version and licence', () => {
  const modules = ['yaml/dist/index.js', 'yaml/dist/parse.js', '@faker-js/faker/dist/index.js'];
  const described = describeBundled(modules.map((path) => `node_modules/${path}`));
  const { bomFormat, components } = JSON.parse(described['sbom.cdx.json']) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string; licenses: object[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const licensed = [...described['THIRD-PARTY-LICENSES.txt'].matchAll(/^-{80}\n(\S+) (\S+) \((.+)\)$/gm)];
  expect(components.map(({ name, version }) => [name, version])).toEqual(
    licensed.map(([, name, version]) => [name, version]),
  );
  expect(components.map(({ purl }) => purl.split('@').slice(0, -1).join('@'))).toEqual([
    'pkg:npm/%40faker-js/faker',
    'pkg:npm/yaml',
  ]);
  expect(components.map(({ licenses }) => licenses)).toEqual([[{ expression: 'MIT' }], [{ expression: 'ISC' }]]);
});
