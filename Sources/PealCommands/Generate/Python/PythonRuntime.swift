/// The code that every generated Python file has outside its class.
enum PythonRuntime {
    /// The error of an answer.
    static let problem = SourceText.lines(
        #"""
        @dataclasses.dataclass(frozen=True)
        class Problem:
            """One problem of a request, with the JSON pointer to its cause."""

            detail: str
            pointer: str


        class PealError(Exception):
            """An answer of Peal that is not a success (RFC 9457).

            A call that gets no answer raises what `urllib` raises: an `OSError` or an `http.client.HTTPException`.
            """

            def __init__(self, status: int, text: bytes, retry_after: int | None) -> None:
                try:
                    body: Any = json.loads(text)
                except ValueError:
                    body = None
                if not isinstance(body, dict):
                    body = {}
                super().__init__(body.get("detail") or body.get("title") or "HTTP status %d" % status)
                #: The HTTP status.
                self.status = status
                #: A stable name, such as `missing-variable`; `unknown` when another server than Peal answered.
                self.code: str = body.get("code", "unknown")
                #: Every problem of the request.
                self.errors: Sequence[Problem] = [
                    Problem(error.get("detail", ""), error.get("pointer", "")) for error in body.get("errors", [])
                ]
                #: The id of the request in the log of the server.
                self.request_id: str | None = body.get("requestId")
                #: After how many seconds a further attempt makes sense, where the server said so.
                self.retry_after = retry_after
        """#
    )

    /// The function that makes a user's token.
    static func userToken(app: String) -> [String] {
        SourceText.lines(
            #"""
            def user_token(
                user: str,
                secret: str,
                *,
                lifetime: datetime.timedelta = datetime.timedelta(hours=1),
                audience: str = APP,
                key_id: str | None = None,
            ) -> str:
                """A token (HS256) for a user of the app: what the app's clients call Peal with.

                `secret` is the text that Peal has as `jwt.secret`. `lifetime` is at most 31 days. `audience` is what
                `jwt.audience` says, if the app sets it. Apps with a key pair sign with that instead.
                """
                now = int(time.time())
                head = _without_none({"alg": "HS256", "kid": key_id, "typ": "JWT"})
                claims = {"sub": user, "aud": audience, "iat": now, "exp": now + int(lifetime.total_seconds())}
                signed = b".".join(_base64url(json.dumps(part).encode()) for part in (head, claims))
                signature = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
                return (signed + b"." + _base64url(signature)).decode()
            """#.replacing("APP", with: SourceText.literal(app))
        )
    }

    /// What the class calls.
    static func functions(hasEntities: Bool) -> [String] {
        SourceText.lines(
            hasEntities ? helpers + values + entityValues + valuesEnd + entityPath : helpers + values + valuesEnd
        )
    }

    private static let helpers = #"""
        def _base64url(data: bytes) -> bytes:
            return base64.urlsafe_b64encode(data).rstrip(b"=")


        def _quoted(text: str) -> str:
            return urllib.parse.quote(text, safe="")


        def _backoff(attempt: int) -> float:
            """Seconds before the next attempt: up to 1, 2, 4 … 30, spread so that callers do not come together."""
            return min(30.0, 2.0 ** (attempt - 1)) * random.uniform(0.5, 1.0)


        def _retry_delay(status: int, retry_after: int | None, attempt: int) -> float | None:
            """Seconds to wait after an answer; `None` where a further attempt would get the same or come too late."""
            if status != 503 and (status != 429 or retry_after is None):
                return None
            if retry_after is None:
                return _backoff(attempt)
            return retry_after if retry_after <= 60 else None


        def _warnings(answer: Mapping[str, Any]) -> Sequence[Warning]:
            return [Warning(found["code"], found["detail"]) for found in answer.get("warnings", [])]


        def _without_none(members: Mapping[str, object]) -> dict[str, object]:
            """An object without the members that are not said."""
            return {name: member for name, member in members.items() if member is not None}


        """#

    private static let values = #"""
        def _json(value: object) -> object:
            """A value as the API writes it."""
            if isinstance(value, datetime.datetime):
                if value.tzinfo is None:
                    raise ValueError("a datetime needs a time zone: %s" % value)
                return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
            if isinstance(value, datetime.date):
                return value.isoformat()
            if isinstance(value, datetime.timedelta):
                return "PT%sS" % format(decimal.Decimal(value // datetime.timedelta(microseconds=1)) / 1_000_000, "f")
            if isinstance(value, Money):
                return {"amount": format(value.amount, "f"), "currency": value.currency}
            if isinstance(value, Users):
                return {"users": list(value.users)}
            if isinstance(value, Everyone):
                return {"all": True}
            if isinstance(value, Actor):
                return _without_none({"id": value.id, "kind": value.kind})

        """#

    private static let entityValues = #"""
            if isinstance(value, EntityRef):
                return "%s/%s" % value
            if isinstance(value, Owner):
                return {"owner": True}
            if isinstance(value, Members):
                query = {
                    "of": _json(value.of),
                    "role": value.role and list(value.role),
                    "status": value.status and list(value.status),
                    "alsoMemberOf": _json(value.also_member_of),
                }
                return {"members": _without_none(query)}
            if isinstance(value, Entity):
                fields = {
                    "parent": _json(value.parent),
                    "ownerId": value.owner_id,
                    "status": value.status,
                    "timeZone": value.time_zone,
                    "times": _json(value.times),
                    "attributes": value.attributes,
                }
                return _without_none(fields)
            if isinstance(value, Member):
                member = {"role": value.role, "status": value.status, "attributes": value.attributes}
                return _without_none(member)

        """#

    private static let valuesEnd = #"""
            if isinstance(value, Mapping):
                return {str(_json(name)): _json(member) for name, member in value.items()}
            return value
        """#

    private static let entityPath = #"""



        def _entity_path(entity: EntityRef) -> str:
            return "/entities/%s/%s" % (_quoted(entity.type), _quoted(entity.id))
        """#
}
