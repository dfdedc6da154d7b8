import type { Express, Request, Response } from 'express';
import { stringify } from 'yaml';
import { Refusal } from '../../errors/refusal.ts';
import { describeScenario } from '../../scenarios/describe.ts';
import { renderError } from '../errors/render-error.ts';
import { openExchange } from '../exchange.ts';
import { authenticate } from '../pipeline/authenticate.ts';
import { send } from '../pipeline/send.ts';
import type { Service } from '../service.ts';
import { renderIndex } from './index-page.ts';

/**
 * What the sandbox tells of itself: `GET /` for people, and under `/_sandbox` its health, its scenarios, the
 * interface (as documented, and as the sandbox serves it) and the provider's record of an order.
 */
export function mountControl(app: Express, service: Service): void {
  const get = (path: string, answer: (req: Request) => unknown) => {
    app.get(path, (req, res) => answerControl(service, req, res, answer));
  };
  const getText = (path: string, mediaType: string, render: () => string) => {
    app.get(path, (req, res) => send(service, openExchange(service, null, req, res), 200, Buffer.from(render()), { 'Content-Type': `${mediaType}; charset=utf-8` }));
  };
  getText('/', 'text/plain', () => renderIndex(service));
  get('/_sandbox/health', () => ({ status: 'ok' }));
  get('/_sandbox/scenarios', () => ({ scenarios: [...service.scenarios.values()].map(describeScenario) }));
  get('/_sandbox/openapi.json', () => service.sandboxSpec);
  get('/_sandbox/interface.json', () => service.spec);
  get('/_sandbox/orders/:orderId', (req) => readOrder(service, req));
  getText('/_sandbox/openapi.yaml', 'application/yaml', () => stringify(service.sandboxSpec));
  getText('/_sandbox/interface.yaml', 'application/yaml', () => stringify(service.spec));
}

async function answerControl(service: Service, req: Request, res: Response, answer: (req: Request) => unknown): Promise<void> {
  const exchange = openExchange(service, null, req, res);
  try {
    const body = await answer(req);
    send(service, exchange, 200, Buffer.from(JSON.stringify({ ...(body as object), liveMode: service.config.liveMode })));
  } catch (error) {
    renderError(service, exchange, error);
  }
}

/** An order of the calling profile with what the provider got and answered, in the provider's own terms. */
async function readOrder(service: Service, req: Request): Promise<object> {
  const profile = await authenticate(service, req);
  const orderId = String(req.params['orderId']);
  const order = await service.store.orders.find(profile.code, orderId);
  if (!order) throw new Refusal('not_found', [{ path: 'path/orderId', message: `this profile has no order "${orderId.slice(0, 64)}"` }]);
  const { profileCode: _, ...rest } = order;
  return rest;
}
