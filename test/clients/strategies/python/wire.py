"""Requests over httpx; tenacity repeats those that change nothing."""
import json
import os
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from strategy import TIMEOUT, does

BASE_URL = os.environ["TAXIWAY_BASE_URL"]
SETTINGS = {
    "base_url": BASE_URL,
    "timeout": TIMEOUT,
    "headers": {
        "Authorization": f"Bearer {os.environ['TAXIWAY_SECRET_KEY']}",
        "X-Service-Id": f"{os.environ['TAXIWAY_PUBLIC_KEY']}:{os.environ['TAXIWAY_PROFILE_CODE']}",
    },
}
SHARED = None if does("connection", "new") else httpx.Client(**SETTINGS)


class Lost(Exception):
    """The request got no response that says what happened. `late`: the client stopped waiting."""

    def __init__(self, message, late=False):
        super().__init__(message)
        self.late = late


class Refused(Exception):
    """The service refused the request: nothing was done."""


def once(method, path, body=None, **query):
    """Sends a request once. Raises Lost or Refused where no usable 200 came."""
    try:
        response = exchange(method, path, body, query)
        # Nothing was done; the gateway says when to send it again.
        for _ in range(3):
            if response.status_code != 429:
                break
            time.sleep(retry_after(response.headers.get("Retry-After", "1")))
            response = exchange(method, path, body, query)
    except httpx.TimeoutException as error:
        raise Lost(str(error), late=True) from error
    except httpx.HTTPError as error:
        raise Lost(str(error)) from error
    if response.status_code == 429:
        raise Refused("too many requests")
    if response.status_code >= 500:
        raise Lost(str(response.status_code))
    try:
        value = response.json()
    except ValueError as error:
        raise Lost("not JSON") from error
    # Live means real money: this client is under test.
    if value.get("liveMode") is True:
        raise Refused("the service is live")
    if response.status_code != 200:
        raise Refused(str(value.get("message")))
    return value


def retry_after(value):
    if value.isdigit():
        return int(value)
    return max(0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())


ODD_HEADERS = {
    "CONTENT-TYPE": "application/json;charset=UTF-8",
    "Cookie": "consent=1",
    "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
}


def arguments(body, query):
    if body is None:
        return {"params": query}
    if does("wire", "odd"):
        # A body without a known length goes in chunks.
        return {"headers": ODD_HEADERS, "content": iter([json.dumps(body, indent=1).encode()])}
    content_type = "application/json; charset=utf-8" if does("optional", "sent") else "application/json"
    return {"headers": {"Content-Type": content_type}, "json": body}


def exchange(method, path, body, query):
    given = arguments(body, query)
    if SHARED is not None:
        return SHARED.request(method, path, **given)
    with httpx.Client(**SETTINGS) as client:
        return client.request(method, path, **given)


@retry(
    retry=retry_if_exception_type(Lost),
    stop=stop_after_attempt(4),
    wait=wait_random_exponential(multiplier=0.05, max=0.5),
    reraise=True,
)
def safely(method, path, body=None, **query):
    """Sends a request that changes nothing, again where its response got lost."""
    return once(method, path, body, **query)
