"""exponent-server-sdk sends to the Expo simulator, unchanged but for its address (R249)."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
from exponent_server_sdk import (
    DeviceNotRegisteredError,
    InvalidCredentialsError,
    MessageRateExceededError,
    MessageTooBigError,
    PushClient,
    PushMessage,
    PushServerError,
    PushTicketError,
)

from patience import PATIENCE
from sandbox import Sandbox

UNKNOWN = "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]"


@pytest.fixture(scope="module")
def sandbox(peal, tmp_path_factory):
    sandbox = Sandbox(peal, tmp_path_factory.mktemp("expo"), "--receipt-delay", "0s")
    yield sandbox
    assert sandbox.process.stop() == 0


@pytest.fixture(autouse=True)
def no_faults(sandbox):
    yield
    sandbox.clear_faults()


@pytest.fixture
def client(sandbox):
    return PushClient(host=sandbox.places["expo"])


def test_a_message_is_sent_and_its_receipt_says_so(sandbox, client):
    ticket = client.publish(
        PushMessage(
            to=sandbox.token("expo"), title="Lamp", body="It is on.", data={"lamp": 1}, sound="default", ttl=60,
            priority="high", badge=1, category="lamp", channel_id="lamps", subtitle="Hall", mutable_content=True,
            display_in_foreground=True, expiration=2_000_000_000,
        )
    )
    ticket.validate_response()
    assert ticket.is_success() and sandbox.request_log("expo")[-1]["payload"]["_displayInForeground"] is True
    [receipt] = client.check_receipts_multiple([ticket])
    receipt.validate_response()
    assert receipt.id == ticket.id
    assert client.check_receipts([ticket])[0].is_success()


def test_messages_come_back_in_order_over_several_requests(sandbox, client):
    good = sandbox.token("expo")
    tickets = client.publish_multiple([PushMessage(to=good if i % 3 else UNKNOWN, body="x") for i in range(150)])
    assert [ticket.is_success() for ticket in tickets] == [i % 3 != 0 for i in range(150)]


@pytest.mark.parametrize(
    "token",
    [UNKNOWN, "ExponentPushToken[]", "ExponentPushTokenF5741A13-BCDA-434B-A316-5DC0E6FFA94F", None],
    ids=["unknown", "malformed", "no brackets", "removed"],
)
def test_a_token_that_is_not_good(sandbox, client, token):
    if token is None:
        token = sandbox.token("expo")
        sandbox.retire("expo", token)
    good = PushMessage(to=sandbox.token("expo"), body="x")
    first, second = client.publish_multiple([PushMessage(to=token, body="x"), good])
    with pytest.raises(DeviceNotRegisteredError):
        first.validate_response()
    second.validate_response()


@pytest.mark.parametrize(
    "reason, error",
    [
        ("MessageRateExceeded", MessageRateExceededError), ("MessageTooBig", MessageTooBigError),
        ("ProviderError", PushTicketError),
    ],
)
def test_a_ticket_is_the_error_it_says(sandbox, client, reason, error):
    sandbox.fault(provider="expo", answer={"status": 200, "reason": reason})
    ticket = client.publish(PushMessage(to=sandbox.token("expo"), body="x"))
    with pytest.raises(error) as refusal:
        ticket.validate_response()
    assert type(refusal.value) is error


@pytest.mark.parametrize(
    "reason, error",
    [
        ("DeviceNotRegistered", DeviceNotRegisteredError), ("MessageRateExceeded", MessageRateExceededError),
        ("InvalidCredentials", InvalidCredentialsError), ("MismatchSenderId", PushTicketError),
    ],
)
def test_a_receipt_is_the_error_it_says(sandbox, client, reason, error):
    sandbox.fault(provider="expo", match={"endpoint": "receipt"}, answer={"status": 200, "reason": reason})
    ticket = client.publish(PushMessage(to=sandbox.token("expo"), body="x"))
    ticket.validate_response()
    [receipt] = client.check_receipts_multiple([ticket])
    with pytest.raises(error) as refusal:
        receipt.validate_response()
    assert type(refusal.value) is error


def test_a_message_that_is_too_big_has_a_receipt_that_says_so(sandbox, client):
    ticket = client.publish(PushMessage(to=sandbox.token("expo"), data={"k": "x" * 4096}))
    ticket.validate_response()
    with pytest.raises(MessageTooBigError):
        client.check_receipts_multiple([ticket])[0].validate_response()


def failure(publish):
    with pytest.raises(PushServerError) as refusal:
        publish()
    return refusal.value.errors[0]["code"]


def test_a_whole_request_is_refused(sandbox, client):
    good = sandbox.token("expo")
    publish = client.publish
    assert failure(lambda: publish(PushMessage(to=good, body=7))) == "VALIDATION_ERROR"
    assert failure(lambda: publish(PushMessage(to=good, priority="urgent"))) == "VALIDATION_ERROR"
    other = PushMessage(to=sandbox.token("expo", project="elsewhere"), body="x")
    mixed = [PushMessage(to=good, body="x"), other]
    assert failure(lambda: client.publish_multiple(mixed)) == "PUSH_TOO_MANY_EXPERIENCE_IDS"
    many = PushClient(host=sandbox.places["expo"], max_message_count=101)
    crowd = [PushMessage(to=good, body="x")] * 101
    assert failure(lambda: many.publish_multiple(crowd)) == "PUSH_TOO_MANY_NOTIFICATIONS"
    sandbox.fault(provider="expo", answer={"status": 503}, times=1)
    assert failure(lambda: publish(PushMessage(to=good, body="x"))) == "INTERNAL_SERVER_ERROR"
    sandbox.fault(provider="expo", answer={"status": 502, "body": "<html>"}, times=1)
    with pytest.raises(requests.exceptions.HTTPError):
        publish(PushMessage(to=good, body="x"))


def test_a_project_with_an_access_token(sandbox, client):
    access = sandbox.post("/expo/access-token", {"project": "guarded"})["accessToken"]
    push = PushMessage(to=sandbox.token("expo", project="guarded"), body="x")
    assert failure(lambda: client.publish(push)) == "UNAUTHORIZED"
    session = requests.Session()
    session.headers.update({"Authorization": "Bearer " + access, "content-type": "application/json"})
    PushClient(host=sandbox.places["expo"], session=session).publish(push).validate_response()


def test_more_than_600_messages_a_second_are_refused(sandbox, client):
    push = [PushMessage(to=sandbox.token("expo", project="loud"), body="x")] * 100

    def flood():
        # At a second's turn the count begins again, and a slow machine takes fewer in a second: so many at once, until it is said.
        end = time.monotonic() + PATIENCE
        with ThreadPoolExecutor(8) as pool:
            while time.monotonic() < end:
                list(pool.map(lambda _: client.publish_multiple(push), range(24)))
    assert failure(flood) == "TOO_MANY_REQUESTS"
