"""Prints the environment of the example's container, reads the port of a process, and prints the headers of a profile."""

import json
from unittest.mock import patch

from taxiway_container import TaxiwayContainer

with patch("testcontainers.core.container.DockerClient"):
    container = TaxiwayContainer()
print(json.dumps(container.env), flush=True)
port = int(input())
container.get_container_host_ip = lambda: "127.0.0.1"
container.get_exposed_port = lambda _: port
print(json.dumps(container.create_profile()))
