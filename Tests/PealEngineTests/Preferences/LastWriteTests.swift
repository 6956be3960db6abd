import Foundation
import PealCore
import Testing

@testable import PealEngine

/// Seconds after the scene's start.
@Suite("The later choice wins, field by field (R080)")
struct LastWriteTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// When the stored choice (the catalog's value) was made; `nil` where there is none.
        var chosen: Int64?
        /// When everything was reset, after that choice.
        var reset: Int64?
        /// The time the change (another value) carries; `nil` is none.
        var change: Int64?
        /// When it arrives.
        var arrives: Int64
        var wins: Bool
        /// When the field counts as chosen afterwards.
        var at: Int64?

        init(
            _ name: String,
            chosen: Int64? = nil,
            reset: Int64? = nil,
            change: Int64?,
            arrives: Int64 = 100,
            wins: Bool,
            at: Int64? = nil
        ) {
            testDescription = name
            self.chosen = chosen
            self.reset = reset
            self.change = change
            self.arrives = arrives
            self.wins = wins
            self.at = at
        }
    }

    static let examples = [
        Example("the first choice", change: 10, wins: true, at: 10),
        Example("a later choice", chosen: 10, change: 11, wins: true, at: 11),
        Example("an earlier choice that arrives later", chosen: 10, change: 9, wins: false, at: 10),
        Example("a choice of the same instant: the last to arrive", chosen: 10, change: 10, wins: true, at: 10),
        Example("a choice without a time is made now", chosen: 10, change: nil, wins: true, at: 100),
        Example("a clock that runs ahead counts as now", chosen: 10, change: 5_000, wins: true, at: 100),
        Example(
            "after a clock that ran ahead the next choice wins",
            chosen: 100,
            change: nil,
            arrives: 101,
            wins: true,
            at: 101
        ),
        Example("a clock that runs behind loses", chosen: 10, change: -5_000, wins: false, at: 10),
        Example("an offline choice from before the reset", reset: 50, change: 49, wins: false),
        Example("a choice of the reset's instant", reset: 50, change: 50, wins: true, at: 50),
        Example("a choice after the reset", reset: 50, change: 51, wins: true, at: 51),
        Example("a choice without a time after the reset", reset: 50, change: nil, wins: true, at: 100),
        Example("between a forgotten choice and its reset", chosen: 10, reset: 50, change: 30, wins: false),
    ]

    private static func facts(_ catalog: Catalog) -> PreferenceFacts {
        let user = User(id: "ann", createdAt: at(-100), updatedAt: at(-100))
        return PreferenceFacts(catalog: catalog, user: user, roles: HeldRoles(), devices: [])
    }

    private static func at(_ second: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + second) }

    /// Every field a user has, how to change it and how to read it.
    private static let fields: [(PreferenceChange, @Sendable (Preferences) -> (Bool?, Timestamp?))] = [
        (PreferenceChange(global: [.push: false]), { ($0.global["push"]?.value, $0.global["push"]?.at) }),
        (
            PreferenceChange(categories: ["offers": .init(enabled: false, channels: [:])]),
            { ($0.categories["offers"]?.enabled?.value, $0.categories["offers"]?.enabled?.at) }
        ),
        (
            PreferenceChange(categories: ["offers": .init(enabled: nil, channels: [.inApp: false])]),
            { ($0.categories["offers"]?.channels["inApp"]?.value, $0.categories["offers"]?.channels["inApp"]?.at) }
        ),
        (
            PreferenceChange(quietHours: .init(enabled: false, start: nil, end: nil, timeZone: nil)),
            { ($0.quietHours.enabled?.value, $0.quietHours.enabled?.at) }
        ),
    ]

    @Test("a switch", arguments: examples)
    func switches(_ example: Example) throws {
        let catalog = try UsersWorld.catalog()
        for (wanted, read) in Self.fields {
            var preferences = Preferences()
            if let chosen = example.chosen {
                // Only who has chosen otherwise before can choose what the catalog says.
                preferences.apply(wanted, Self.facts(catalog), now: Self.at(chosen - 1))
                preferences.apply(wanted.flipped(at: Self.at(chosen)), Self.facts(catalog), now: Self.at(chosen))
                #expect(read(preferences).0 == true)
            }
            if let reset = example.reset { preferences.reset(now: Self.at(reset)) }
            let before = preferences
            var change = wanted
            change.at = example.change.map(Self.at)
            preferences.apply(change, Self.facts(catalog), now: Self.at(example.arrives))
            let (value, at) = read(preferences)
            #expect(value == (example.wins ? false : example.at == nil ? nil : true))
            #expect(at == example.at.map(Self.at))
            #expect(preferences.chooses(as: before) == !example.wins)
        }
    }

    @Test("Fields win and lose apart from one another, and a category may carry a time of its own")
    func apart() throws {
        let catalog = try UsersWorld.catalog()
        var preferences = Preferences()
        preferences.apply(
            PreferenceChange(global: [.push: false], at: Self.at(20)),
            Self.facts(catalog),
            now: Self.at(20)
        )
        let change = PreferenceChange(
            global: [.push: true, .email: true],
            categories: [
                "offers": .init(enabled: false, channels: [:], at: Self.at(30)),
                "reportStatus": .init(enabled: false, channels: [:]),
            ],
            at: Self.at(10)
        )
        preferences.apply(change, Self.facts(catalog), now: Self.at(40))
        #expect(preferences.global["push"] == .init(false, at: Self.at(20)))
        #expect(preferences.global["email"] == .init(true, at: Self.at(10)))
        #expect(preferences.categories["offers"]?.enabled == .init(false, at: Self.at(30)))
        #expect(preferences.categories["status"]?.enabled == .init(false, at: Self.at(10)))
        preferences.reset(now: Self.at(50))
        preferences.apply(change, Self.facts(catalog), now: Self.at(60))
        #expect(preferences.categories.isEmpty && preferences.global.isEmpty)
        #expect(preferences.resetAt == Self.at(50))
    }

    @Test(
        "Half a window takes the other half from what holds, and the two halves win apart from one another",
        arguments: [[0, 1], [1, 0]]
    )
    func window(_ order: [Int]) throws {
        let catalog = try UsersWorld.catalog()
        let policy = try #require(catalog.quietHours)
        let changes = [
            PreferenceChange(
                quietHours: .init(enabled: nil, start: LocalTime("21:00"), end: nil, timeZone: nil),
                at: Self.at(1)
            ),
            PreferenceChange(
                quietHours: .init(enabled: nil, start: nil, end: LocalTime("06:00"), timeZone: nil),
                at: Self.at(2)
            ),
        ]
        let (first, second) = (changes[order[0]], changes[order[1]])
        var preferences = Preferences()
        preferences.apply(first, Self.facts(catalog), now: Self.at(3))
        let half = preferences.quietHours.window(of: policy)
        #expect(half.start == first.quietHours?.start.value ?? policy.window.start)
        #expect(half.end == first.quietHours?.end.value ?? policy.window.end)
        preferences.apply(second, Self.facts(catalog), now: Self.at(4))
        let window = preferences.quietHours.window(of: policy)
        #expect(window.start.description == "21:00")
        #expect(window.end.description == "06:00")
    }

    @Test(
        "A reset keeps what was chosen after it, and one from before the last reset changes nothing",
        arguments: [(10, ["push"]), (20, []), (30, []), (9, ["email", "push"])] as [(Int64, [String])]
    )
    func offlineReset(_ reset: Int64, kept: [String]) throws {
        let catalog = try UsersWorld.catalog()
        var preferences = Preferences()
        for (channel, value, second) in [(Channel.email, true, 10), (.push, false, 20)] as [(Channel, Bool, Int64)] {
            let change = PreferenceChange(global: [channel: value], at: Self.at(second))
            preferences.apply(change, Self.facts(catalog), now: Self.at(40))
        }
        preferences.reset(at: Self.at(reset), now: Self.at(50))
        #expect(preferences.global.keys.sorted() == kept)
        #expect(preferences.resetAt == Self.at(reset))
        let before = preferences
        preferences.reset(at: Self.at(reset - 1), now: Self.at(60))
        #expect(preferences == before)
    }

    @Test("A reset by a clock that runs ahead counts as now")
    func earlyReset() {
        var preferences = Preferences()
        preferences.reset(at: Self.at(90), now: Self.at(50))
        #expect(preferences.resetAt == Self.at(50))
    }

    /// What users do on two phones, in the order in which it happens.
    enum Act: CaseIterable {
        case on, off, reset
    }

    @Test(
        "Whatever order offline changes arrive in, the result is that of the order in which they were made",
        arguments: Act.allCases,
        Act.allCases
    )
    func anyOrder(_ first: Act, _ second: Act) throws {
        let catalog = try UsersWorld.catalog()
        for third in Act.allCases {
            let made = [first, second, third].enumerated().map { ($1, Self.at(Int64($0) + 1)) }
            var results: Set<Bool> = []
            for order in Self.orders {
                var preferences = Preferences()
                for (arrival, index) in order.enumerated() {
                    let (act, at) = made[index]
                    let now = Self.at(10 + Int64(arrival))
                    switch act {
                    case .reset: preferences.reset(at: at, now: now)
                    case .on, .off:
                        let change = PreferenceChange(global: [.push: act == .on], at: at)
                        preferences.apply(change, Self.facts(catalog), now: now)
                    }
                }
                results.insert(preferences.globalSwitch(.push, defaults: catalog.preferenceDefaults))
            }
            #expect(results == [third != .off], "\(third)")
        }
    }

    private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    @Test("Choices stored before resets were remembered are read")
    func olderRows() throws {
        let old =
            #"{"global":{"push":{"value":false,"at":1000}},"categories":[],"quietHours":{},"version":2,"updatedAt":1000}"#
        let read = try JSONDecoder().decode(Preferences.self, from: Data(old.utf8))
        #expect(read.resetAt == nil)
        #expect(read.global["push"]?.value == false)
        var preferences = read
        preferences.reset(now: Self.at(1))
        let stored = try JSONEncoder().encode(preferences)
        #expect(try JSONDecoder().decode(Preferences.self, from: stored) == preferences)
    }
}

extension Preferences {
    fileprivate mutating func apply(_ change: PreferenceChange, _ facts: PreferenceFacts, now: Timestamp) {
        apply(change, shown: facts.view(of: self, mutes: [], at: now), catalog: facts.catalog, now: now)
    }
}

extension PreferenceChange {
    /// The same with every switch on, at an instant.
    fileprivate func flipped(at instant: Timestamp) -> PreferenceChange {
        PreferenceChange(
            global: global.mapValues { _ in true },
            categories: categories.mapValues {
                .init(enabled: $0.enabled.value.map { _ in true }, channels: $0.channels.mapValues { _ in true })
            },
            quietHours: quietHours.map {
                .init(enabled: $0.enabled.value.map { _ in true }, start: nil, end: nil, timeZone: nil)
            },
            at: instant
        )
    }
}
