/// The types that every generated TypeScript file has.
enum TypeScriptTypes {
    /// The lines; without what is about entities in an app that declares none.
    static func lines(hasEntities: Bool) -> [String] {
        SourceText.lines(values + (hasEntities ? entities : "") + answers)
    }

    private static let values = #"""
        /** A day, such as `2026-11-20`. */
        export type CalendarDate = `${number}-${number}-${number}`;

        /** A duration in ISO 8601, such as `PT1H30M`. */
        export type ISODuration = `P${string}`;

        /** An exact amount, such as `{ amount: "25.00", currency: "USD" }`. */
        export interface Money {
          readonly amount: `${number}`;
          /** The ISO 4217 code. */
          readonly currency: string;
        }

        /** The users that are named, at most 1000. */
        export interface Users {
          readonly users: readonly string[];
        }

        /** Every user of the app. */
        export interface Everyone {
          readonly all: true;
        }

        /** Who caused something; left out of the recipients unless the catalog includes them. */
        export interface Actor {
          readonly id?: string | undefined;
          readonly kind?: "user" | "admin" | "system" | undefined;
        }

        /** Free attributes, at most 100. */
        export type Attributes = { readonly [name: string]: unknown };

        /** What Peal knows of a user. */
        export interface User {
          readonly name?: string | undefined;
          /** Such as `en-GB`. */
          readonly locale?: string | undefined;
          /** An IANA time zone, such as `Europe/Berlin`. */
          readonly timeZone?: string | undefined;
          readonly roles?: readonly string[] | undefined;
          readonly attributes?: Attributes | undefined;
        }

        """#

    private static let entities = #"""

        /** An entity, such as `event/e1`. */
        export type EntityRef = `${EntityType}/${string}`;

        /** The owner of the trigger's entity. */
        export interface Owner {
          readonly owner: true;
        }

        /** Members of an entity. */
        export interface Members {
          readonly members: {
            /** Whose: of the trigger's entity, of its parent, or of the named one. */
            readonly of: "self" | "parent" | EntityRef;
            /** Roles that are included; default: all. */
            readonly role?: readonly string[] | undefined;
            /** Statuses that are included; default: all. */
            readonly status?: readonly string[] | undefined;
            /** Another entity that they must be members of. */
            readonly alsoMemberOf?: "self" | "parent" | EntityRef | undefined;
          };
        }

        /** What Peal knows of an entity. */
        export interface Entity {
          readonly parent?: EntityRef | undefined;
          readonly ownerId?: string | undefined;
          readonly status?: string | undefined;
          /** An IANA time zone, such as `Europe/Berlin`. */
          readonly timeZone?: string | undefined;
          readonly times?: { readonly [name: string]: Date } | undefined;
          readonly attributes?: Attributes | undefined;
        }

        /** What a member is. */
        export interface Member {
          readonly role?: string | undefined;
          readonly status?: string | undefined;
          readonly attributes?: Attributes | undefined;
        }

        /** A member by the user. */
        export interface NamedMember extends Member {
          readonly user: string;
        }

        """#

    private static let answers = #"""

        /** What is worth knowing although the call was carried out. */
        export interface Warning {
          readonly code: string;
          readonly detail: string;
        }

        /** A trigger that Peal has stored. */
        export interface Accepted {
          readonly id: string;
          /** Whether it was sent before: `id` is the first one, and nothing is sent again. */
          readonly duplicate: boolean;
          readonly warnings: readonly Warning[];
        }

        /** What a cancelled trigger still prevented, in recipients. */
        export interface Cancelled {
          readonly cancelled: number;
          readonly tooLate: number;
          readonly phase: "before-fan-out" | "during" | "after";
        }

        /** How the server is called. */
        export interface PealOptions {
          /** The server, such as `https://peal.example.org`. */
          readonly url: string;
          /** A secret key of the app, with the scopes `triggers` and `directory`. */
          readonly secretKey: string;
          /** The most attempts of a call; default: 4. */
          readonly attempts?: number | undefined;
          /** After how many milliseconds without an answer an attempt has failed; default: 10000. */
          readonly timeout?: number | undefined;
          /** Another way to send requests; default: the global `fetch`. */
          readonly fetch?: typeof fetch | undefined;
        }
        """#
}
