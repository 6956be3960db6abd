/// An app that uses every rule which digests, caps and claims, so that each seed may meet them all.
enum BusyCatalog {
    static let yaml = """
        app: busy
        name: Busy
        locales: [en]
        timeZone: Europe/Berlin
        links: {scheme: busy, routes: ["/", "/things/{id}"], fallback: /}
        providers: [fcm, apns]
        retry: {delays: [1s, 30s]}
        onUnknown: resend
        quietHours: {default: {start: "21:30", end: "07:15"}, enabled: true, editable: true, action: defer}
        limits:
          - {id: nudges, types: [nudged], scope: actor, max: 2, per: calendar-day, tz: app, onExceed: reject}
          - {id: words, types: [said, begins], scope: org, max: 2, per: calendar-hour, tz: org, onExceed: queue}
          - {id: changes, types: [changed, moved], scope: actor, max: 2, per: calendar-hour, tz: Asia/Kathmandu, onExceed: digest}
        entities:
          place: {roles: [member, admin]}
          thing: {parent: place, roles: [member, admin], statuses: [open, closed], times: [startsAt, endsAt]}
        categories:
          things: {key: things, title: Things, description: Things}
          alarms: {key: alarms, title: Alarms, description: Alarms, mandatory: always}
        types:
          said:
            category: things
            audience: {default: {members: {of: self}}, allow: [users, members, all]}
            priority: normal
            title: Said
            body: "{{text}}"
            link: /things/{{entityId}}
            thread: thing/{{entityId}}
            ttl: 12h
            throttle: {max: 3, per: 10m, onExceed: digest, window: 10m}
            summary: {over: 1}
            data: {text: {type: string, example: Hello}}
          liked:
            category: things
            audience: {default: {members: {of: self}}, allow: [users, members, all]}
            priority: low
            title: Liked
            body: "{{text}}"
            link: /
            ttl: 24h
            digest: {key: "{{entityId}}", window: 30m}
            summary: {over: 1}
            supersedes: [said]
            data: {text: {type: string, example: Hello}}
          changed:
            category: things
            audience: {default: {members: {of: parent}}, allow: [users, members, all]}
            priority: normal
            title: Changed
            body: "{{text}}"
            link: /
            ttl: 26h
            digest: {key: "{{type}}", window: 15m, edge: leading}
            summary: {over: 1}
            data: {text: {type: string, example: Hello}}
          nudged:
            category: things
            audience: {default: {members: {of: self}}, allow: [users, members, all]}
            priority: normal
            title: Nudged
            body: "{{text}}"
            link: /
            ttl: 48h
            summary: {over: 1}
            throttle: {max: 1, per: 1h, onExceed: suppress}
            data: {text: {type: string, example: Hello}}
          moved:
            category: things
            audience: {default: owner, allow: [owner, users]}
            priority: high
            once: transition
            title: Moved
            body: "{{text}}"
            link: /things/{{entityId}}
            ttl: 28h
            ordered: true
            data: {text: {type: string, example: Hello}}
          begins:
            category: things
            audience: {default: {members: {of: self}}, allow: [users, members]}
            priority: normal
            once: transition
            schedule: {entity: thing, at: startsAt, offset: -30m, until: endsAt, unless: {status: [closed]}}
            title: Begins
            body: Soon
            link: /things/{{entityId}}
            ttl: 3h
          alarm:
            category: alarms
            audience: {default: {members: {of: parent}}, allow: [users, members]}
            priority: critical
            bypass: [quietHours, mute, throttle]
            fallback: inApp
            redeliver: true
            title: Alarm
            body: "{{text}}"
            link: /
            ttl: 1h
            data: {text: {type: string, example: Fire}}
        """
}
