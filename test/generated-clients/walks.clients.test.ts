import { clientsOfInstalledTools } from './clients.ts';
import { describeWalks } from './describe-walks.ts';

describeWalks(clientsOfInstalledTools);
