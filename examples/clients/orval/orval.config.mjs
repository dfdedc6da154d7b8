export default {
  taxiway: {
    input: process.env.SPEC,
    output: {
      target: 'generated/client.ts',
      client: 'fetch',
      override: { mutator: { path: './call.ts', name: 'call', extension: '.ts' } },
    },
  },
};
