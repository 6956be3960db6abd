import PealCore
import PealWire

extension DemoApp: RequestBody {
    /// How a file is read.
    static var shape: Shape<DemoApp> {
        .object { object in
            let id = object.required("app", Shape<AppID>.key(bytes: 100))
            let name = object.required("name", .text(graphemes: 40))
            let tagline = object.required("tagline", .text(graphemes: 120))
            let accent = object.required("accent", .identifier(bytes: 7))
            let timeZone = object.required("timeZone", .demoTimeZone)
            let services = object.optional("pushServices", .pushServices) ?? Self.servicesOfPlatforms
            let users = object.required("users", .array(DemoUser.shape, atMost: 10))
            let entities = object.required("entities", .array(DemoEntity.shape, atMost: 20))
            let board = object.optional("board", .identifier)
            let events = object.required("events", .array(DemoEvent.shape, atMost: 50))
            guard let id, let name, let tagline, let accent, let timeZone, let users, let entities, let events else {
                return nil
            }
            return DemoApp(
                id: id,
                name: name,
                tagline: tagline,
                accent: accent,
                timeZone: timeZone,
                pushServices: services,
                users: users,
                entities: entities,
                board: board,
                events: events
            )
        }
    }
}

extension Shape where Value == [Platform: ProviderID] {
    /// The push service of each platform.
    fileprivate static var pushServices: Shape {
        .object { object in
            var services: Value = [:]
            for platform in Platform.allCases {
                services[platform] = object.required(platform.rawValue, .provider)
            }
            return services
        }
    }
}
