import { thirdOf } from '../support/full-size.ts';
import { clients } from './clients.ts';
import { describeWalks } from './describe-walks.ts';

describeWalks(thirdOf('generated clients', clients));
