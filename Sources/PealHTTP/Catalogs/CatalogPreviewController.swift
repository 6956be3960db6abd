import PealCore
import PealEngine
import PealProviderKit
import PealWire

/// Shows what a device would show for a type.
struct CatalogPreviewController: Sendable {
    let preview: CatalogPreview
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] { [Endpoint(.previewCatalog, use: show)] }

    private func show(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(CatalogPreviewBody.self)
        do {
            let shown = try preview.run(
                body.type,
                locale: body.locale,
                platform: body.platform,
                data: body.data,
                app: request.app
            )
            return .json { shown.write(to: &$0) }
        } catch {
            throw Problem(error, now: now())
        }
    }
}

extension PreviewedPush {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", type.id.rawValue)
            writer.member("locale", locale)
            writer.member("silent", type.silent)
            writer.member("title", title)
            writer.member("body", body)
            writer.member("link", link)
            writer.member("thread", thread)
            writer.member("group", group)
            writer.member("sound", orNull: sound)
            writer.member("vibration", orNull: type.vibration)
            writer.member("androidChannel", type.androidChannel)
            writer.member("iosCategory", type.iosCategory)
            writer.array("actions", actions) { writer, action in
                writer.object { writer in
                    writer.member("id", action.id)
                    writer.member("title", action.title)
                    writer.member("kind", action.kind)
                    writer.member("link", action.link)
                    if !action.payload.isEmpty { writer.member("payload", .object(action.payload)) }
                    writer.member("group", action.group)
                    writer.member("place", action.place?.rawValue)
                }
            }
            if let androidButtons {
                writer.object("androidButtons") { writer in
                    for (name, buttons) in [
                        ("drawn", androidButtons.drawn), ("registered", androidButtons.registered),
                    ] {
                        writer.array(name, buttons) { writer, button in
                            writer.object { writer in
                                writer.member("title", button.title)
                                if !button.choices.isEmpty { writer.member("choices", button.choices) }
                            }
                        }
                    }
                }
            }
        }
    }
}
