extension NearNames {
    /// Words that others use for keys and fields of ours, each with ours in the order in which they are tried.
    ///
    /// No edit distance finds them. A word counts only where the name next to it is known.
    static let synonyms: [String: [String]] = [
        // Who receives it.
        "audience": ["to"], "recipients": ["to", "audience"], "recipient": ["to", "audience"],
        "target": ["to", "link"],
        "targets": ["to", "audience"], "to": ["audience"], "users": ["to", "audience"], "userids": ["to"],
        "receiver": ["to", "audience"], "receivers": ["to", "audience"],
        // What happened, and to what.
        "event": ["type"], "template": ["type"], "notification": ["type"], "workflow": ["type"], "kind": ["type"],
        "object": ["entity"], "resource": ["entity"], "about": ["entity"], "sender": ["actor"], "by": ["actor"],
        "triggeredby": ["actor"],
        // What it says.
        "payload": ["data"], "params": ["data"], "parameters": ["data"], "variables": ["data"], "vars": ["data"],
        "context": ["data"], "message": ["body"], "text": ["body"], "content": ["body"], "description": ["body"],
        "heading": ["title"], "headline": ["title"], "subject": ["title", "entity"], "url": ["link"], "href": ["link"],
        "deeplink": ["link"], "clickaction": ["link"], "picture": ["image"], "buttons": ["actions"],
        "replies": ["actions"],
        // When, and how long.
        "scheduledat": ["sendAt"], "deliverat": ["sendAt"], "sendtime": ["sendAt"], "delay": ["sendAt"],
        "localtime": ["sendAtLocal"], "expiry": ["ttl"], "expires": ["ttl"], "timetolive": ["ttl"], "lifetime": ["ttl"],
        "condition": ["if"], "conditions": ["if"], "batch": ["digest"], "bundle": ["digest"], "ratelimit": ["throttle"],
        "importance": ["priority"], "severity": ["priority"],
        // Users, entities and devices.
        "language": ["locale", "locales"], "languages": ["locales"], "lang": ["locale"], "tz": ["timeZone"],
        "zone": ["timeZone"], "displayname": ["name"], "fullname": ["name"], "groups": ["roles"],
        "participants": ["members"], "attendees": ["members"], "starttime": ["times"], "startsat": ["times"],
        "registrationtoken": ["token"], "devicetoken": ["token"], "pushtoken": ["token"], "os": ["platform"],
        "service": ["provider"],
    ]
}
