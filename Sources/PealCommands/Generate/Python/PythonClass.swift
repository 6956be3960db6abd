/// The class of a generated Python file, without the methods of the types.
enum PythonClass {
    /// Its beginning.
    static let head = SourceText.lines(
        #"""
        class Peal:
            """The calls of the backend; each is repeated without an answer and when Peal is overloaded or asks to wait.

            url: The server, such as `https://peal.example.org`.
            secret_key: A secret key of the app, with the scopes `triggers` and `directory`.
            attempts: The most attempts of a call.
            timeout: After how many seconds without an answer an attempt has failed.
            """

            def __init__(self, url: str, secret_key: str, *, attempts: int = 4, timeout: float = 10) -> None:
                self._url = url.rstrip("/") + "/api/v1"
                self._secret_key = secret_key
                self._attempts = max(1, attempts)
                self._timeout = timeout
        """#
    )

    /// The calls for users, and those for entities where the app declares some.
    static func directory(hasEntities: Bool) -> [String] {
        SourceText.lines(users) + (hasEntities ? SourceText.lines(entities) : [])
    }

    private static let users = #"""
            def put_user(self, user: str, fields: User = User()) -> None:
                """Creates or replaces a user."""
                body: dict[str, object] = {
                    "name": fields.name,
                    "locale": fields.locale,
                    "timeZone": fields.time_zone,
                    "roles": fields.roles and list(fields.roles),
                    "attributes": fields.attributes,
                }
                self._call("PUT", "/users/" + _quoted(user), body)

            def cancel(self, trigger: str, *, recall: bool = False) -> Cancelled:
                """Cancels a trigger; `recall` deletes its inbox rows as well."""
                return self._cancel("/triggers/%s?" % _quoted(trigger), recall)

            def cancel_by_key(self, cancel_key: str, *, recall: bool = False) -> Cancelled:
                """Cancels all triggers that were sent with a cancel key; `recall` deletes their inbox rows as well."""
                return self._cancel("/triggers?cancelKey=%s&" % _quoted(cancel_key), recall)
        """#

    private static let entities = #"""

            def put_entity(
                self, entity: EntityRef, fields: Entity = Entity(), members: Mapping[str, Member] | None = None
            ) -> Sequence[Warning]:
                """Creates or replaces an entity, and members of it by user; members that are not named stay."""
                body = _json(fields)
                assert isinstance(body, dict)
                if members is not None:
                    body["members"] = self._members(members)
                return _warnings(self._call("PUT", _entity_path(entity), body))

            def put_member(self, entity: EntityRef, user: str, fields: Member = Member()) -> Sequence[Warning]:
                """Creates or replaces a member of an entity."""
                body = _json(fields)
                assert isinstance(body, dict)
                return _warnings(self._call("PUT", "%s/members/%s" % (_entity_path(entity), _quoted(user)), body))

            def put_members(
                self, entity: EntityRef, members: Mapping[str, Member], *, idempotency_key: str | None = None
            ) -> None:
                """Creates or replaces up to 5000 members of an entity, by user: all or none."""
                body: dict[str, object] = {"members": self._members(members)}
                self._call("POST", _entity_path(entity) + "/members", body, idempotency_key)

            def delete_member(self, entity: EntityRef, user: str) -> None:
                """Deletes a member of an entity."""
                self._call("DELETE", "%s/members/%s" % (_entity_path(entity), _quoted(user)))

            @staticmethod
            def _members(members: Mapping[str, Member]) -> list[object]:
                listed: list[object] = []
                for user, member in members.items():
                    fields = _json(member)
                    assert isinstance(fields, dict)
                    listed.append({"user": user, **fields})
                return listed
        """#

    /// What sends and repeats requests.
    static let sending = SourceText.lines(
        #"""
            def _trigger(self, body: dict[str, object], idempotency_key: str | None) -> Accepted:
                answer = self._call("POST", "/triggers", body, idempotency_key)
                return Accepted(answer["id"], answer.get("duplicate", False), _warnings(answer))

            def _cancel(self, path: str, recall: bool) -> Cancelled:
                answer = self._call("DELETE", path + "recall=" + ("true" if recall else "false"))
                return Cancelled(answer["cancelled"], answer["tooLate"], answer["phase"])

            def _call(
                self, method: str, path: str, body: dict[str, object] | None = None, key: str | None = None
            ) -> dict[str, Any]:
                request = urllib.request.Request(self._url + path, method=method)
                request.add_header("Authorization", "Bearer " + self._secret_key)
                if body is not None:
                    request.data = json.dumps(_without_none(body)).encode()
                    request.add_header("Content-Type", "application/json")
                if method == "POST":
                    # One key for all attempts: an attempt whose answer was lost is not carried out twice.
                    request.add_header("Idempotency-Key", key or str(uuid.uuid4()))
                attempt = 0
                while True:
                    attempt += 1
                    wait: float | None
                    try:
                        with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                            text: bytes = answer.read()
                        found: dict[str, Any] = json.loads(text) if text else {}
                        return found
                    except urllib.error.HTTPError as error:
                        after = error.headers.get("Retry-After", "")
                        retry_after = int(after) if after.isdecimal() else None
                        wait = _retry_delay(error.code, retry_after, attempt)
                        if attempt >= self._attempts or wait is None:
                            raise PealError(error.code, error.read(), retry_after) from None
                    except (OSError, http.client.HTTPException):
                        if attempt >= self._attempts:
                            raise
                        wait = _backoff(attempt)
                    time.sleep(wait)
        """#
    )
}
