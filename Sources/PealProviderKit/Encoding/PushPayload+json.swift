public import PealCore

extension PushPayload {
    /// The payload as compact JSON, members in a fixed order, absent ones left out.
    public func json() -> [UInt8] {
        var json = JSONWriter(reserving: 512)
        write(to: &json)
        return json.bytes
    }

    /// Writes the payload as an object.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("v", Int64(v))
        json.member("op", op)
        json.member("id", id)
        json.member("type", type)
        json.member("category", category)
        json.member("priority", priority)
        json.member("entity", entity)
        json.member("parent", parent)
        json.member("root", root)
        json.member("thread", thread)
        json.member("group", group)
        json.member("link", link)
        json.member("badge", badge)
        json.member("badgeVersion", badgeVersion)
        json.member("tag", tag)
        json.member("image", image)
        json.name("actions")
        json.beginArray()
        for action in actions {
            json.beginObject()
            json.member("id", action.id)
            json.member("title", action.title)
            json.member("kind", action.kind)
            json.member("link", action.link)
            if !action.payload.isEmpty {
                json.name("payload")
                json.value(.object(action.payload))
            }
            json.member("token", action.token)
            json.member("group", action.group)
            json.member("place", action.place?.rawValue)
            json.endObject()
        }
        json.endArray()
        if !data.isEmpty {
            json.name("data")
            json.value(.object(data))
        }
        writeCleared(to: &json)
        json.member("sentAt", sentAt)
        json.endObject()
    }

    private func writeCleared(to json: inout JSONWriter) {
        guard !cleared.isEmpty else { return }
        json.name("cleared")
        json.beginArray()
        for push in cleared {
            json.beginObject()
            json.member("id", push.id)
            json.member("tag", push.tag)
            json.endObject()
        }
        json.endArray()
    }
}
