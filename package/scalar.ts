import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/**
 * Scalar's script for pages without a bundler. The package of the script alone depends on all of its sources, which is
 * ten times the size; the plugin for fastify serves the same file.
 */
export async function readScalar(): Promise<string> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: 'openapi.json' } });
  const page = await app.inject('/docs/');
  const [, address] = /<script src="(.+?)"/.exec(page.body) ?? [];
  const script = await app.inject(`/docs/${address}`);
  await app.close();
  if (script.statusCode !== 200 || !script.body.includes('createApiReference'))
    throw new Error(`the script of Scalar is not at ${address} of its plugin any more: ${script.statusCode}`);
  return script.body;
}
