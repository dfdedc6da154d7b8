/**
 * Keeps calls to this machine away from the proxy that Node may use (NODE_USE_ENV_PROXY): the proxy can rarely reach
 * this machine. `fetch` reads the variable at each call, and child processes inherit it.
 */
export function bypassProxyOnLoopback(env: NodeJS.ProcessEnv = process.env): void {
  const name = env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  const listed = env[name]?.split(/[\s,]+/).filter(Boolean) ?? [];
  if (!listed.includes('*')) env[name] = [...new Set([...listed, ...LOOPBACK])].join(',');
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'];
