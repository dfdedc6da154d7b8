import type { KeyPair } from './credentials.ts';

/** The key pair that every sandbox knows, so that commands from the docs work as they stand; a setting switches it off. */
export const demoKeys: KeyPair = {
  profileCode: 'dp_taxiway00001',
  publicKey: 'pk_sandbox_taxiway',
  secretKey: 'sk_sandbox_taxiway_demo',
};
