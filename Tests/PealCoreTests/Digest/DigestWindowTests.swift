import PealCore
import Testing

@Suite("The end of a digest window")
struct DigestWindowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var contents: DigestWindow.Contents
        var minimum: Int

        var testDescription: String { "\(contents), at least \(minimum)" }
    }

    static let cases: [Case] = (0...3).flatMap { count in
        [false, true].flatMap { hasOpener in
            (1...3).flatMap { minimum in
                (count...(count + 2)).map { total in
                    Case(contents: .init(count: count, total: total, hasOpener: hasOpener), minimum: minimum)
                }
            }
        }
    }

    @Test("A window closes empty, as a digest, or with its items one by one", arguments: cases)
    func closing(_ example: Case) {
        let contents = example.contents
        let closing = contents.closing(minimum: example.minimum)
        switch closing {
        case .empty: #expect(contents.count == 0)
        case .digest: #expect(contents.count > 0 && contents.size >= example.minimum)
        case .single: #expect(contents.count == 1 && contents.size < example.minimum)
        case .separate: #expect(contents.count > 1 && contents.size < example.minimum)
        }
    }

    @Test("A digest ends every other item; items that are pushed one by one end with the last", arguments: cases)
    func others(_ example: Case) {
        let contents = example.contents
        let rest = contents.total - contents.count
        #expect(
            contents.others(hasRepresentative: true, isSeparate: false)
                == .init(worthPushing: max(0, contents.count - 1), rest: rest)
        )
        let separate = contents.others(hasRepresentative: true, isSeparate: true)
        #expect(separate == (contents.count > 1 ? nil : .init(worthPushing: 0, rest: rest)))
        if contents.count == 0 {
            #expect(contents.others(hasRepresentative: false, isSeparate: false) == .init(worthPushing: 0, rest: rest))
        }
    }

    @Test(
        "An item ends with its digest, unless it was resolved or expired meanwhile",
        arguments: [
            (nil, .digested, PushMachine.Event.represented(.digested)), (nil, .muted, .represented(.muted)),
            (.expired, .digested, .expired), (.resolvedElsewhere, .digested, .resolved(handedOut: false)),
            (.cancelled, .summarised, .resolved(handedOut: false)),
        ] as [(Reason?, Reason, PushMachine.Event)]
    )
    func end(_ obstacle: Reason?, _ reason: Reason, _ expected: PushMachine.Event) {
        #expect(DigestWindow.end(ofItemWith: obstacle, representedBy: reason) == expected)
    }
}
