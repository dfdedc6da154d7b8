import { clients } from './clients.ts';
import { describeWalks } from './describe-walks.ts';

describeWalks(clients);
