import { randomBytes } from 'node:crypto';
import type { StartedTestContainer } from 'testcontainers';
import { AbstractStartedContainer, GenericContainer, Wait } from 'testcontainers';

/** A taxiway sandbox in a container. Build its image first, in a clone of taxiway: docker build -t taxiway . */
export class TaxiwayContainer extends GenericContainer {
  readonly #adminToken = randomBytes(24).toString('hex');

  constructor(image = 'taxiway') {
    super(image);
    this.withExposedPorts(PORT);
    this.withEnvironment({ TAXIWAY_ADMIN_TOKEN: this.#adminToken, TAXIWAY_DEMO_CREDENTIALS: 'false' });
    this.withWaitStrategy(Wait.forHttp('/_sandbox/ready', PORT));
  }

  override async start(): Promise<StartedTaxiwayContainer> {
    return new StartedTaxiwayContainer(await super.start(), this.#adminToken);
  }
}

export class StartedTaxiwayContainer extends AbstractStartedContainer {
  readonly #adminToken: string;

  constructor(container: StartedTestContainer, adminToken: string) {
    super(container);
    this.#adminToken = adminToken;
  }

  get baseUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  /** Creates a profile, for example one for each test file. Returns the headers of its calls. */
  async createProfile(): Promise<Record<string, string>> {
    const response = await fetch(`${this.baseUrl}/_sandbox/profiles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#adminToken}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    if (!response.ok) throw new Error(`no profile was created: ${response.status} ${await response.text()}`);
    const { credential } = (await response.json()) as { credential: Record<string, string> };
    const { publicKey, secretKey, profileCode } = credential;
    return { Authorization: `Bearer ${secretKey}`, 'X-Service-Id': `${publicKey}:${profileCode}` };
  }
}

const PORT = 4010;
