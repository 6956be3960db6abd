/// The types that every generated Python file has.
enum PythonTypes {
    /// What the file imports.
    static let imports = SourceText.lines(
        #"""
        from __future__ import annotations

        import base64
        import dataclasses
        import datetime
        import decimal
        import hashlib
        import hmac
        import http.client
        import json
        import random
        import time
        import urllib.error
        import urllib.parse
        import urllib.request
        import uuid
        from collections.abc import Mapping, Sequence
        from typing import Any, Literal, NamedTuple
        """#
    )

    /// The lines; without what is about entities in an app that declares none.
    static func lines(hasEntities: Bool) -> [String] {
        SourceText.lines(values + (hasEntities ? entities : "") + answers)
    }

    private static let values = #"""


        class Money(NamedTuple):
            """An exact amount, such as `Money(Decimal("25.00"), "USD")`."""

            amount: decimal.Decimal
            #: The ISO 4217 code.
            currency: str


        @dataclasses.dataclass(frozen=True)
        class Users:
            """The users that are named, at most 1000."""

            users: Sequence[str]


        @dataclasses.dataclass(frozen=True)
        class Everyone:
            """Every user of the app."""


        @dataclasses.dataclass(frozen=True)
        class Actor:
            """Who caused something; left out of the recipients unless the catalog includes them."""

            id: str | None = None
            kind: Literal["user", "admin", "system"] | None = None


        @dataclasses.dataclass(frozen=True)
        class User:
            """What Peal knows of a user."""

            name: str | None = None
            #: Such as `en-GB`.
            locale: str | None = None
            #: An IANA time zone, such as `Europe/Berlin`.
            time_zone: str | None = None
            roles: Sequence[str] | None = None
            attributes: Mapping[str, object] | None = None

        """#

    private static let entities = #"""


        class EntityRef(NamedTuple):
            """An entity, such as `EntityRef("event", "e1")`."""

            type: EntityType
            id: str


        @dataclasses.dataclass(frozen=True)
        class Owner:
            """The owner of the trigger's entity."""


        @dataclasses.dataclass(frozen=True)
        class Members:
            """Members of an entity: of the trigger's, of its parent, or of the named one."""

            of: Literal["self", "parent"] | EntityRef
            #: Roles that are included; default: all.
            role: Sequence[str] | None = None
            #: Statuses that are included; default: all.
            status: Sequence[str] | None = None
            #: Another entity that they must be members of.
            also_member_of: Literal["self", "parent"] | EntityRef | None = None


        @dataclasses.dataclass(frozen=True)
        class Entity:
            """What Peal knows of an entity."""

            parent: EntityRef | None = None
            owner_id: str | None = None
            status: str | None = None
            #: An IANA time zone, such as `Europe/Berlin`.
            time_zone: str | None = None
            times: Mapping[str, datetime.datetime] | None = None
            attributes: Mapping[str, object] | None = None


        @dataclasses.dataclass(frozen=True)
        class Member:
            """What a member is."""

            role: str | None = None
            status: str | None = None
            attributes: Mapping[str, object] | None = None

        """#

    private static let answers = #"""


        @dataclasses.dataclass(frozen=True)
        class Warning:
            """What is worth knowing although the call was carried out."""

            code: str
            detail: str


        @dataclasses.dataclass(frozen=True)
        class Accepted:
            """A trigger that Peal has stored."""

            id: str
            #: Whether it was sent before: `id` is the first one, and nothing is sent again.
            duplicate: bool
            warnings: Sequence[Warning]


        @dataclasses.dataclass(frozen=True)
        class Cancelled:
            """What a cancelled trigger still prevented, in recipients."""

            cancelled: int
            too_late: int
            #: `before-fan-out`, `during` or `after`.
            phase: str
        """#
}
