"""Which web pages may use the end-user API: over every operation of the OpenAPI document, and over live connections."""

import pytest
import requests
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from contract import Contract
from patience import PATIENCE
from tenants.callers import Caller
from tenants.differential import Differential
from tenants.world import origin

OWN, OTHER = origin("gss"), origin("twin")
STRANGERS = ["https://evil.example", "null", OWN + ".evil.example", "https://evil.gss.example", "http://gss.example", OWN + ":8443"]
# A page can read these of any answer (Fetch standard), needs none of those, or is not shown them by any browser.
READABLE = {"cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma"}
UNNEEDED = {
    "access-control-allow-origin", "access-control-expose-headers", "allow", "connection", "content-security-policy",
    "cross-origin-resource-policy", "date", "referrer-policy", "transfer-encoding", "vary", "www-authenticate",
    "x-accel-buffering", "x-content-type-options", "server",
}


def operations(world):
    """Every operation that an end user may call: path, method and the headers that it reads."""
    contract = Contract(world.session.get(world.url + "/openapi.json", timeout=PATIENCE).json())
    for path, method, operation in contract.operations():
        kinds = {name for way in operation.get("security", []) for name in way}
        if path.startswith("/api/") and "personToken" in kinds:
            headers = {found["name"].lower() for found in contract.parameters(operation) if found["in"] == "header"}
            yield path, method, headers


def filled(path):
    return "/".join("me" if part == "{userId}" else "x" if part.startswith("{") else part for part in path.split("/"))


def words(header):
    return {word.strip().lower() for word in (header or "").split(",")}


def test_a_preflight_lets_the_pages_of_apps_call_and_no_others(world):
    found = list(operations(world))
    assert len(found) >= 30
    for path, method, headers in found:
        for page in (OWN, OTHER, *STRANGERS):
            answer = world.session.options(world.url + filled(path), timeout=PATIENCE, headers={
                "Origin": page, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization",
            })
            assert answer.status_code == 204 and "Origin" in answer.headers["Vary"]
            assert "Access-Control-Allow-Credentials" not in answer.headers
            if page in STRANGERS:
                assert not [name for name in answer.headers if name.lower().startswith("access-control-")], (path, page)
                continue
            assert answer.headers["Access-Control-Allow-Origin"] == page
            assert method.lower() in words(answer.headers["Access-Control-Allow-Methods"]), (path, method)
            allowed = words(answer.headers["Access-Control-Allow-Headers"])
            assert headers | {"authorization", "content-type"} <= allowed, (path, method)


def test_an_answer_is_read_by_the_pages_of_the_app_and_no_others(world):
    token = {"Authorization": "Bearer " + world.token("gss", "ann")}
    for path, method, _ in operations(world):
        body = {} if method in ("PUT", "POST", "PATCH") else None
        query = {"channels": "inbox"} if path.endswith("/stream") else {}
        # Before it is known whose call it is, the page of any app can read why it was refused.
        for headers, readers in ((token, {OWN}), ({}, {OWN, OTHER}), ({"Authorization": "Bearer x"}, {OWN, OTHER})):
            for page in (OWN, OTHER, *STRANGERS[:2]):
                with requests.request(
                    method, world.url + filled(path), params=query, json=body, headers={**headers, "Origin": page},
                    timeout=PATIENCE, stream=True,
                ) as answer:
                    what = (method, path, answer.status_code, page)
                    assert "Origin" in answer.headers["Vary"], what
                    is_open = not headers and path.endswith("/client-config")
                    assert is_open or headers is token or answer.status_code == 401, what
                    allowed = answer.headers.get("Access-Control-Allow-Origin")
                    assert allowed == (page if page in readers else None), what
                    if allowed:
                        shown = words(answer.headers["Access-Control-Expose-Headers"])
                        assert {name.lower() for name in answer.headers} <= shown | READABLE | UNNEEDED, what


def test_an_event_stream_is_read_by_the_pages_of_the_app_and_no_others(world):
    world.tokens = {side: world.token(*side) for side in world.sides}
    differential = Differential(world)
    for page in (OWN, OTHER, *STRANGERS):
        query = {"channels": "inbox", "ticket": differential.ticket(Caller("ticket", "gss", "ann"))}
        with world.session.get(
            world.url + "/api/v1/stream", params=query, headers={"Origin": page}, stream=True, timeout=PATIENCE
        ) as answer:
            assert answer.status_code == 200
            assert answer.headers.get("Access-Control-Allow-Origin") == (page if page == OWN else None)


@pytest.mark.parametrize("credential", ["token", "ticket"])
def test_a_websocket_is_opened_by_the_pages_of_the_app_and_no_others(world, credential):
    world.tokens = {side: world.token(*side) for side in world.sides}
    differential = Differential(world)

    def status(page):
        url, offered = world.url.replace("http", "ws", 1) + "/api/v1/realtime", ["peal.v1"]
        if credential == "ticket":
            url += "?ticket=" + differential.ticket(Caller("ticket", "gss", "ann"))
        else:
            offered.append("bearer." + world.tokens["gss", "ann"])
        try:
            with connect(url, origin=page, subprotocols=offered, open_timeout=PATIENCE, close_timeout=PATIENCE):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    # An app that is no web page sends no origin.
    assert [status(page) for page in (OWN, None)] == [101, 101]
    assert {page: status(page) for page in (OTHER, *STRANGERS)} == dict.fromkeys((OTHER, *STRANGERS), 403)
