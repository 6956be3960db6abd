"""firebase-admin and google-auth send to the FCM simulator, unchanged but for its address."""

import asyncio
import datetime
import secrets
import threading

import firebase_admin
import google.auth.exceptions
import google.auth.transport.requests
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import credentials, exceptions, messaging
from google.oauth2 import service_account

from patience import PATIENCE
from sandbox import Sandbox

pytestmark = pytest.mark.filterwarnings("ignore:.*token.*:DeprecationWarning")


@pytest.fixture(scope="module")
def sandbox(peal, tmp_path_factory):
    sandbox = Sandbox(peal, tmp_path_factory.mktemp("firebase"))
    yield sandbox
    assert sandbox.process.stop() == 0


@pytest.fixture(autouse=True)
def endpoint(sandbox, monkeypatch):
    """The one thing that is not as in production."""
    url = sandbox.places["fcm"] + "/v1/projects/{0}/messages:send"
    monkeypatch.setattr(messaging._MessagingService, "FCM_URL", url)
    yield
    sandbox.clear_faults()


@pytest.fixture(scope="module")
def account(sandbox):
    return sandbox.get("/service-account", project="peers")


@pytest.fixture
def app(account):
    with an_app(account) as app:
        yield app


class an_app:
    def __init__(self, account, **options):
        certificate = credentials.Certificate(account)
        self.app = firebase_admin.initialize_app(certificate, options, name=secrets.token_hex(4))

    def __enter__(self):
        return self.app

    def __exit__(self, *_):
        firebase_admin.delete_app(self.app)


def message(token, title="Lamp", **more):
    return messaging.Message(token=token, notification=messaging.Notification(title, "It is on."), **more)


def rich(token):
    """All that the SDK can say."""
    return messaging.Message(
        token=token,
        data={"peal": "{}"},
        notification=messaging.Notification("Lamp", "It is on.", image="https://example.org/lamp.png"),
        fcm_options=messaging.FCMOptions(analytics_label="lamp"),
        android=messaging.AndroidConfig(
            collapse_key="lamp", priority="high", ttl=datetime.timedelta(seconds=30, milliseconds=500),
            restricted_package_name="org.example", fcm_options=messaging.AndroidFCMOptions("lamp"),
            direct_boot_ok=True,
            notification=messaging.AndroidNotification(
                title="Lamp", icon="lamp", color="#00ff88", sound="default", tag="lamp", click_action="OPEN",
                body_loc_key="body", body_loc_args=["a"], title_loc_key="title", title_loc_args=["b"],
                channel_id="lamps", ticker="Lamp", sticky=True, local_only=False, priority="high",
                event_timestamp=datetime.datetime.now(datetime.timezone.utc), visibility="public",
                vibrate_timings_millis=[100, 250], notification_count=2, default_sound=True,
                light_settings=messaging.LightSettings("#aabbccdd", 200, 300), proxy="deny",
            ),
        ),
        apns=messaging.APNSConfig(
            headers={"apns-priority": "10", "apns-push-type": "alert", "apns-collapse-id": "lamp"},
            fcm_options=messaging.APNSFCMOptions("lamp", "https://example.org/lamp.png"),
            payload=messaging.APNSPayload(
                messaging.Aps(
                    messaging.ApsAlert("Lamp", subtitle="Hall", body="It is on."), badge=2, category="LAMP",
                    sound=messaging.CriticalSound("alarm.caf", critical=True, volume=0.5), thread_id="lamp",
                    mutable_content=True,
                ),
                peal={"id": "n1"},
            ),
        ),
        webpush=messaging.WebpushConfig(
            headers={"TTL": "30", "Urgency": "high"},
            notification=messaging.WebpushNotification(
                "Lamp", "It is on.", actions=[messaging.WebpushNotificationAction("off", "Off")], renotify=True
            ),
            fcm_options=messaging.WebpushFCMOptions(link="https://example.org/lamp"),
        ),
    )


def test_a_message_is_sent(sandbox, app):
    name = messaging.send(message(sandbox.token("fcm")), app=app)
    assert name.startswith("projects/peers/messages/")
    last = sandbox.request_log("fcm")[-1]
    assert last["payload"]["message"]["notification"] == {"title": "Lamp", "body": "It is on."}
    assert last["answer"]["status"] == 200


def test_a_message_may_say_all_there_is_to_say(sandbox, app):
    assert messaging.send(rich(sandbox.token("fcm")), app=app)
    assert messaging.send(rich(sandbox.token("fcm")), dry_run=True, app=app)


@pytest.mark.parametrize(
    "target",
    [{"topic": "news"}, {"topic": "/topics/news"}, {"condition": "'a' in topics && !('b' in topics)"}],
    ids=["topic", "path", "condition"],
)
def test_a_topic_is_a_target(app, target):
    assert messaging.send(messaging.Message(data={"a": "b"}, **target), app=app)


def test_an_installation_id_is_a_target(sandbox, app):
    good = sandbox.token("fcm", kind="fid")
    assert messaging.send(messaging.Message(data={"a": "b"}, fid=good), app=app)
    with pytest.raises(messaging.UnregisteredError):
        messaging.send(messaging.Message(data={"a": "b"}, fid="cABCDEFGHIJKLMNOPQRS_-"), app=app)


def test_many_messages_fail_one_by_one(sandbox, app):
    unknown = "c" * 22 + ":APA91b" + "d" * 134
    tokens = [sandbox.token("fcm"), unknown, sandbox.token("fcm")]
    answer = messaging.send_each([message(token) for token in tokens], app=app)
    assert [item.success for item in answer.responses] == [True, False, True]
    assert isinstance(answer.responses[1].exception, messaging.UnregisteredError)
    multicast = messaging.MulticastMessage(tokens=tokens, data={"a": "b"})
    assert messaging.send_each_for_multicast(multicast, app=app).success_count == 2


def test_many_messages_are_sent_by_asyncio_too(sandbox, account):
    # Its app is left open: the SDK closes its client in another event loop, and fails in that.
    app = an_app(account).app
    tokens = [sandbox.token("fcm"), "no token", sandbox.token("fcm")]
    answer = asyncio.run(messaging.send_each_async([message(token) for token in tokens], app=app))
    assert [item.success for item in answer.responses] == [True, False, True]
    assert isinstance(answer.responses[1].exception, exceptions.InvalidArgumentError)


def removed(sandbox):
    token = sandbox.token("fcm")
    sandbox.retire("fcm", token)
    return token


def foreign(sandbox):
    sandbox.get("/service-account", project="elsewhere")
    return sandbox.token("fcm", project="elsewhere")


@pytest.mark.parametrize(
    "token, error",
    [
        (removed, messaging.UnregisteredError),
        (foreign, messaging.SenderIdMismatchError),
        (lambda _: "no token", exceptions.InvalidArgumentError),
    ],
    ids=["removed", "foreign", "malformed"],
)
def test_a_token_that_is_not_good_has_an_error_of_its_own(sandbox, app, token, error):
    with pytest.raises(error) as refusal:
        messaging.send(message(token(sandbox)), app=app)
    assert type(refusal.value) is error


@pytest.mark.parametrize(
    "more",
    [
        {"data": {"from": "a"}},
        {"data": {"k": "x" * 4096}},
        {"android": messaging.AndroidConfig(ttl=datetime.timedelta(days=29))},
        {"apns": messaging.APNSConfig(headers={"apns-priority": "7"})},
        {"webpush": messaging.WebpushConfig(headers={"Urgency": "now"})},
    ],
    ids=["reserved", "large", "ttl", "apns", "webpush"],
)
def test_a_malformed_message_is_an_invalid_argument(sandbox, app, more):
    with pytest.raises(exceptions.InvalidArgumentError) as refusal:
        messaging.send(message(sandbox.token("fcm"), **more), app=app)
    [detail] = refusal.value.http_response.json()["error"]["details"]
    assert detail["@type"] == "type.googleapis.com/google.rpc.BadRequest" and detail["fieldViolations"]


@pytest.mark.parametrize(
    "status, reason, error",
    [
        (429, "QUOTA_EXCEEDED", messaging.QuotaExceededError),
        (401, "THIRD_PARTY_AUTH_ERROR", messaging.ThirdPartyAuthError),
        (403, "SENDER_ID_MISMATCH", messaging.SenderIdMismatchError),
        (404, "UNREGISTERED", messaging.UnregisteredError),
    ],
)
def test_a_fault_is_the_error_it_says(sandbox, app, status, reason, error):
    sandbox.fault(provider="fcm", answer={"status": status, "reason": reason})
    with pytest.raises(error) as refusal:
        messaging.send(message(sandbox.token("fcm")), app=app)
    assert type(refusal.value) is error


def test_one_outage_is_tried_again_and_a_longer_one_is_an_error(sandbox, app):
    token = sandbox.token("fcm")
    sandbox.fault(provider="fcm", answer={"status": 503}, times=1)
    assert messaging.send(message(token), app=app)
    # Both at the same time, because the SDK waits seven seconds in all before it gives up.
    sandbox.fault(provider="fcm", match={"title": "503"}, answer={"status": 503})
    sandbox.fault(provider="fcm", match={"title": "500"}, answer={"status": 500})
    failures = {}

    def send(title):
        try:
            messaging.send(message(token, title=title), app=app)
        except exceptions.FirebaseError as error:
            failures[title] = type(error)
    threads = [threading.Thread(target=send, args=(title,)) for title in ("503", "500")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == {"503": exceptions.UnavailableError, "500": exceptions.InternalError}


def test_a_project_that_is_not_ones_own(sandbox, account):
    sandbox.get("/service-account", project="elsewhere")
    with an_app(account, projectId="elsewhere") as app, pytest.raises(exceptions.PermissionDeniedError):
        messaging.send(message(sandbox.token("fcm")), app=app)
    with an_app(account, projectId="nowhere") as app, pytest.raises(exceptions.NotFoundError) as refusal:
        messaging.send(message(sandbox.token("fcm")), app=app)
    assert type(refusal.value) is exceptions.NotFoundError


# google-auth alone.

SCOPE = "https://www.googleapis.com/auth/firebase.messaging"


def session(account, scopes):
    credential = service_account.Credentials.from_service_account_info(account, scopes=scopes)
    return google.auth.transport.requests.AuthorizedSession(credential)


def test_google_auth_buys_a_token_and_sends(sandbox, account):
    url = sandbox.places["fcm"] + "/v1/projects/peers/messages:send"
    body = {"message": {"token": sandbox.token("fcm"), "data": {"a": "b"}}}
    with session(account, [SCOPE, "https://www.googleapis.com/auth/drive"]) as good:
        assert good.post(url, json=body, timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    "change, scope, reason",
    [
        ({}, "https://www.googleapis.com/auth/drive", "invalid_scope"),
        ({"client_email": "nobody@example.org"}, SCOPE, "invalid_grant"),
        ({"private_key": None}, SCOPE, "invalid_grant"),
    ],
    ids=["scope", "account", "key"],
)
def test_google_auth_is_refused_a_token(sandbox, account, change, scope, reason):
    if "private_key" in change:
        other = rsa.generate_private_key(65537, 2048)
        change = {"private_key": other.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()}
    with session({**account, **change}, [scope]) as refused:
        with pytest.raises(google.auth.exceptions.RefreshError) as refusal:
            refused.post(sandbox.places["fcm"], json={}, timeout=PATIENCE)
    assert reason in str(refusal.value)
