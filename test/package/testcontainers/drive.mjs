// Does the same as drive.py.
import { once } from 'node:events';
import { StartedTaxiwayContainer, TaxiwayContainer } from './taxiway-container.ts';

class Container extends TaxiwayContainer {
  get env() {
    return this.environment;
  }
}

const { env } = new Container();
console.log(JSON.stringify(env));
const [port] = await once(process.stdin, 'data');
const started = { getHost: () => '127.0.0.1', getMappedPort: () => Number(port) };
const container = new StartedTaxiwayContainer(started, env['TAXIWAY_ADMIN_TOKEN']);
console.log(JSON.stringify(await container.createProfile()));
process.exit();
