"""httpx over HTTP/2 sends to the APNs simulator, with provider tokens by PyJWT."""

import secrets
import ssl
import time
import uuid

import httpx
import jwt
import pytest

from sandbox import Sandbox

ALERT = {"aps": {"alert": {"title": "Lamp", "body": "It is on."}}}


@pytest.fixture(scope="module")
def sandbox(peal, tmp_path_factory):
    sandbox = Sandbox(peal, tmp_path_factory.mktemp("apns"))
    yield sandbox
    assert sandbox.process.stop() == 0


@pytest.fixture(scope="module")
def apple(sandbox):
    return sandbox.get("/apns/credentials", app="peers")


def bearer(apple, issued=time.time):
    claims = {"iss": apple["teamId"], "iat": issued()}
    token = jwt.encode(claims, apple["signingKey"], algorithm="ES256", headers={"kid": apple["keyId"]})
    return "bearer " + token


@pytest.fixture
def client(sandbox, apple):
    context = ssl.create_default_context(cafile=str(sandbox.root))
    headers = {"authorization": bearer(apple), "apns-topic": apple["bundleId"], "apns-push-type": "alert"}
    with httpx.Client(http1=False, http2=True, verify=context, headers=headers, base_url=sandbox.places["apns"]) as client:
        yield client


def test_a_push_is_taken_over_http_2(sandbox, client):
    identifier = str(uuid.uuid4())
    path = "/3/device/" + sandbox.token("apns")
    for _ in range(3):
        answer = client.post(path, json=ALERT, headers={"apns-id": identifier}).raise_for_status()
        assert answer.http_version == "HTTP/2" and answer.headers["apns-id"] == identifier and not answer.content
    assert sandbox.request_log("apns")[-1]["payload"] == ALERT


@pytest.mark.parametrize(
    "form", [int, float, str, lambda now: str(float(now)), lambda now: now - 300],
    ids=["number", "fraction", "text", "text with fraction", "older"],
)
def test_a_provider_token_in_the_forms_libraries_write(sandbox, apple, client, form):
    # PyJWT refuses to write some of them, so the claim is put in as it is.
    client.headers["authorization"] = bearer(apple, lambda: form(time.time()))
    client.post("/3/device/" + sandbox.token("apns"), json=ALERT).raise_for_status()


def device(token):
    return {"url": "/3/device/" + token}


REFUSALS = {
    "BadDeviceToken": (400, lambda apple: device(secrets.token_hex(32))),
    "MissingDeviceToken": (400, lambda apple: device("")),
    "BadCollapseId": (400, lambda apple: {"headers": {"apns-collapse-id": "x" * 65}}),
    "BadExpirationDate": (400, lambda apple: {"headers": {"apns-expiration": "tomorrow"}}),
    "BadMessageId": (400, lambda apple: {"headers": {"apns-id": "1"}}),
    "BadPriority": (400, lambda apple: {"headers": {"apns-priority": "7"}}),
    "BadTopic": (400, lambda apple: {"headers": {"apns-push-type": "voip"}}),
    "TopicDisallowed": (400, lambda apple: {"headers": {"apns-topic": "example.other"}}),
    "InvalidPushType": (400, lambda apple: {"headers": {"apns-push-type": "loud"}}),
    "PayloadEmpty": (400, lambda apple: {"json": {"peal": {}}}),
    "MissingProviderToken": (403, lambda apple: {"headers": {"authorization": "Basic YTpi"}}),
    "InvalidProviderToken": (403, lambda apple: {"headers": {"authorization": "bearer abc"}}),
    "ExpiredProviderToken": (
        403, lambda apple: {"headers": {"authorization": bearer(apple, lambda: int(time.time()) - 3700)}}
    ),
    "BadPath": (404, lambda apple: {"url": "/4/broadcasts"}),
    "MethodNotAllowed": (405, lambda apple: {"method": "PUT"}),
    "PayloadTooLarge": (413, lambda apple: {"json": {"aps": {"alert": "x" * 4096}}}),
}


@pytest.mark.parametrize("reason", REFUSALS)
def test_a_refusal_has_apples_status_and_reason(sandbox, apple, client, reason):
    status, change = REFUSALS[reason]
    request = {"method": "POST", **device(sandbox.token("apns")), "json": ALERT, **change(apple)}
    answer = client.request(**request)
    with pytest.raises(httpx.HTTPStatusError):
        answer.raise_for_status()
    assert (answer.status_code, answer.json()) == (status, {"reason": reason})


def test_an_app_that_was_removed_says_since_when(sandbox, client):
    token = sandbox.token("apns")
    sandbox.retire("apns", token)
    answer = client.post("/3/device/" + token, json=ALERT)
    assert answer.status_code == 410 and answer.json()["reason"] == "Unregistered"
    assert abs(answer.json()["timestamp"] / 1000 - time.time()) < 60


def test_another_apps_token(sandbox, client):
    answer = client.post("/3/device/" + sandbox.token("apns", project="elsewhere"), json=ALERT)
    assert (answer.status_code, answer.json()["reason"]) == (400, "DeviceTokenNotForTopic")


@pytest.mark.parametrize(
    "push_type, suffix",
    [("voip", ".voip"), ("pushtotalk", ".voip-ptt"), ("complication", ".complication"),
     ("fileprovider", ".pushkit.fileprovider"), ("location", ".location-query"), ("mdm", "")],
)
def test_what_only_the_app_reads_needs_no_aps(sandbox, apple, client, push_type, suffix):
    headers = {"apns-push-type": push_type, "apns-topic": apple["bundleId"] + suffix}
    client.post("/3/device/" + sandbox.token("apns"), json={"x": 1}, headers=headers).raise_for_status()
