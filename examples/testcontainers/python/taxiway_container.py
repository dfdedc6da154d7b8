"""A taxiway sandbox in a container, for Python."""

import json
import secrets
import urllib.request

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy

PORT = 4010


class TaxiwayContainer(DockerContainer):
    """Build its image first, in a clone of taxiway: docker build -t taxiway ."""

    def __init__(self, image: str = "taxiway") -> None:
        super().__init__(image)
        self._admin_token = secrets.token_hex(24)
        self.with_exposed_ports(PORT)
        self.with_env("TAXIWAY_ADMIN_TOKEN", self._admin_token)
        self.with_env("TAXIWAY_DEMO_CREDENTIALS", "false")
        self.waiting_for(HttpWaitStrategy(PORT, "/_sandbox/ready").for_status_code(200))

    @property
    def base_url(self) -> str:
        return f"http://{self.get_container_host_ip()}:{self.get_exposed_port(PORT)}"

    def create_profile(self) -> dict[str, str]:
        """Creates a profile, for example one for each test module. Returns the headers of its calls."""
        headers = {"Authorization": f"Bearer {self._admin_token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.base_url}/_sandbox/profiles", b"{}", headers)
        with urllib.request.urlopen(request) as response:
            keys = json.load(response)["credential"]
        return {
            "Authorization": f"Bearer {keys['secretKey']}",
            "X-Service-Id": f"{keys['publicKey']}:{keys['profileCode']}",
        }
