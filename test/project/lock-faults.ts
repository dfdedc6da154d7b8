/** A package of package-lock.json. */
export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

export interface LockRules {
  /** Names of packages whose script at install is allowed or refused by name. */
  scripts: readonly string[];
  /** The licence of an installed package whose entry names none. */
  licenseOf: (path: string) => string | undefined;
}

/** Returns the faults of the packages in a lock file, one sentence each; an empty list if there are none. */
export function lockFaults(packages: Readonly<Record<string, LockedPackage>>, rules: LockRules): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, locked]) => faultsOf(path, locked, rules));
}

function faultsOf(
  path: string,
  { license, integrity, resolved, link, dev = false, hasInstallScript = false }: LockedPackage,
  { scripts, licenseOf }: LockRules,
): string[] {
  const licensed = license ?? licenseOf(path);
  return [
    // .npmrc leaves the addresses of the registry out: an address that is there is another one.
    ...(resolved !== undefined || link
      ? [`${path} comes from ${resolved ?? 'a link'}; expected the registry that npm is set to`]
      : []),
    ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '')
      ? []
      : [`${path} has the integrity ${integrity}; expected a SHA-512`]),
    ...(hasInstallScript && !scripts.includes(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
      ? [`${path} has an install script, and allowScripts of package.json does not name it`]
      : []),
    ...(isAllowed(licensed, dev)
      ? []
      : [`${path} has the licence ${licensed}; expected one of ${PERMISSIVE.join(', ')}`]),
  ];
}

/** An SPDX expression without nesting: `MIT`, `(MIT OR CC0-1.0)`, `(MIT AND Zlib)`. */
function isAllowed(expression: string | undefined, dev: boolean): boolean {
  const allowed = dev ? [...PERMISSIVE, ...DEVELOPMENT_ONLY] : PERMISSIVE;
  const bare = expression?.replace(/^\((.*)\)$/, '$1') ?? '';
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((license) => allowed.includes(license)));
}

const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
];
/** Binds who changes the files of the package itself. vitest needs lightningcss; nothing of it is published. */
const DEVELOPMENT_ONLY = ['MPL-2.0'];
