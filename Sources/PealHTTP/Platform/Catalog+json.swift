import PealCore
import PealWire

extension Catalog {
    /// What a client needs to know before it shows anything.
    func writeClientConfig(to writer: inout JSONWriter, locale: String?) {
        writer.object { writer in
            writer.member("app", app.rawValue)
            writer.member("name", name)
            writer.member("catalogVersion", version)
            writer.member("locales", locales)
            writer.member("timeZone", timeZone)
            writer.object("features") { writer in
                writer.member("inbox", features.inbox)
                writer.member("actions", features.actions)
                writer.member("quietHours", features.quietHours && quietHours != nil)
                writer.member("richMedia", features.richMedia)
            }
            writer.object("permission") { writer in
                writer.member("strategy", permission.strategy)
                writer.member("softPromptEvery", permission.softPromptEvery.iso8601)
            }
            writer.array("categories", categories) { $1.write(to: &$0, locale: locale) }
            writer.array("types", types) { $1.write(to: &$0, locale: locale) }
            writer.object("links") { writer in
                writer.member("scheme", links.scheme)
                writer.member("hosts", links.hosts.sorted())
                writer.member("routes", links.routes)
                writer.member("fallback", links.fallback)
            }
            writer.object("presentation") { writer in
                for (state, styles) in presentation.sorted(by: { $0.key < $1.key }) {
                    writer.object(state) { writer in
                        for (priority, style) in styles.sorted(by: { $0.key > $1.key }) {
                            writer.member(priority.rawValue, style)
                        }
                    }
                }
            }
        }
    }
}

extension Category {
    fileprivate func write(to writer: inout JSONWriter, locale: String?) {
        writer.object { writer in
            writer.member("key", key)
            writer.member("name", name)
            writer.member("title", title.text(for: locale))
            writer.member("description", description.text(for: locale))
            writer.member("icon", icon)
            writer.member("adjustable", adjustable)
            writer.channels("channels", defaults)
        }
    }
}

extension NotificationType {
    fileprivate func write(to writer: inout JSONWriter, locale: String?) {
        writer.object { writer in
            writer.member("id", id.rawValue)
            writer.member("category", category.rawValue)
            writer.member("sound", orNull: sound)
            writer.member("vibration", vibration)
            writer.member("androidChannel", androidChannel)
            writer.member("iosCategory", iosCategory)
            writer.array("actions", actions) { writer, action in
                writer.object { writer in
                    writer.member("id", action.id)
                    writer.member("title", action.title.text(for: locale))
                    writer.member("type", action.kind.rawValue)
                }
            }
        }
    }
}

extension JSONWriter {
    mutating func channels(_ name: String, _ switches: ChannelSwitches) {
        object(name) { writer in
            writer.member("push", switches.push)
            writer.member("email", switches.email)
            writer.member("inApp", switches.inApp)
        }
    }
}
