/**
 * The demo key pair in every sandbox, so that commands from the docs work without changes; a setting switches it off.
 */
export const demoKeys = {
  profileCode: 'dp_taxiway00001',
  publicKey: 'pk_sandbox_taxiway',
  secretKey: 'sk_sandbox_taxiway_demo',
};
