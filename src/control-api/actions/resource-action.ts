import type { ControlSchema } from '../control-api.ts';

/** What is to happen to a resource at an instant, epoch milliseconds. */
export interface ResourceAction extends Pick<ControlSchema['Action'], 'action' | 'errorCode' | 'pricingToken'> {
  profileCode: string;
  resourceId: string;
  now: number;
}
