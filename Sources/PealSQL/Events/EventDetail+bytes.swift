import PealCore

/// What a detail begins with, and words by their number; stored, so that no number is ever given to another one.
private enum DetailCode {
    static let moved: UInt8 = 1
    static let at: UInt8 = 2
    static let again: UInt8 = 3
    static let chosen: UInt8 = 4
    static let replied: UInt8 = 5
    static let viewed: UInt8 = 6
    static let acted: UInt8 = 7
    static let member: UInt8 = 8

    static let states: [DeliveryState] = [.pending, .sending, .accepted, .failed, .unknown, .expired, .cancelled]
    static let statuses: [EtaStatus] = [.onTime, .runningLate, .cantMakeIt]
    static let kinds: [ActionKind] = [.quickReply, .openApp, .dismiss]
}

extension PackedBytes {
    mutating func append(_ detail: EventDetail) {
        switch detail {
        case .none: break
        case .moved(let from, let to, let at):
            append(byte: DetailCode.moved)
            append(from, of: DetailCode.states)
            append(to, of: DetailCode.states)
            append(at: at)
        case .at(let at):
            append(byte: DetailCode.at)
            append(at: at)
        case .again: append(byte: DetailCode.again)
        case .chosen(let categories, let isGlobal, let at):
            append(byte: DetailCode.chosen)
            append(number: categories.count)
            for category in categories { append(text: category.rawValue) }
            append(byte: isGlobal ? 1 : 0)
            append(at: at)
        case .replied(let status, let minutes, let at, let takenAt, let byAction):
            append(byte: DetailCode.replied)
            append(EtaChoice(status, minutesLate: minutes))
            append(at: at)
            append(at: takenAt)
            append(byte: byAction ? 1 : 0)
        case .acted(let action, let kind, let arrival, let at):
            append(byte: DetailCode.acted)
            append(text: action)
            append(kind, of: DetailCode.kinds)
            append(byte: arrival == nil ? 0 : 1)
            if let arrival { append(arrival) }
            append(at: at)
        case .viewed(let participants, let at):
            append(byte: DetailCode.viewed)
            append(number: participants)
            append(at: at)
        case .member(let from, let to, let role, let checkedInAt, let at):
            append(byte: DetailCode.member)
            for word in [from, to, role] { append(optional: word) }
            append(byte: checkedInAt == nil ? 0 : 1)
            if let checkedInAt { append(at: checkedInAt) }
            append(at: at)
        }
    }

    private mutating func append(optional text: String?) {
        append(byte: text == nil ? 0 : 1)
        if let text { append(text: text) }
    }

    private mutating func append(_ choice: EtaChoice) {
        append(choice.status, of: DetailCode.statuses)
        append(number: choice.minutesLate ?? 0)
    }

    /// Appends a word by its number in a list that has all of them.
    mutating func append<Word: Equatable>(_ word: Word, of words: [Word]) {
        append(number: words.firstIndex(of: word) ?? words.count)
    }
}

extension PackedReader {
    mutating func detail() throws -> EventDetail {
        switch try byte() {
        case DetailCode.moved:
            .moved(from: try word(of: DetailCode.states), to: try word(of: DetailCode.states), at: try instant())
        case DetailCode.at: .at(try instant())
        case DetailCode.again: .again
        case DetailCode.chosen: .chosen(try categories(), global: try byte() > 0, at: try instant())
        case DetailCode.replied: try replied()
        case DetailCode.acted: try acted()
        case DetailCode.viewed: .viewed(participants: try number(), at: try instant())
        case DetailCode.member: try member()
        default: throw damaged
        }
    }

    private mutating func categories() throws -> [CategoryID] {
        var categories: [CategoryID] = []
        for _ in 0..<(try number()) { categories.append(CategoryID(try text())) }
        return categories
    }

    private mutating func replied() throws -> EventDetail {
        let said = try choice()
        return .replied(
            said.status,
            minutesLate: said.minutesLate,
            at: try instant(),
            takenAt: try instant(),
            byAction: try byte() > 0
        )
    }

    private mutating func acted() throws -> EventDetail {
        let (action, kind) = (try text(), try word(of: DetailCode.kinds))
        return .acted(action: action, kind, try byte() > 0 ? try choice() : nil, at: try instant())
    }

    private mutating func member() throws -> EventDetail {
        let (from, to, role) = (try optionalText(), try optionalText(), try optionalText())
        let checkedInAt = try byte() > 0 ? try instant() : nil
        return .member(from: from, to: to, role: role, checkedInAt: checkedInAt, at: try instant())
    }

    private mutating func optionalText() throws -> String? { try byte() > 0 ? try text() : nil }

    private mutating func choice() throws -> EtaChoice {
        let status = try word(of: DetailCode.statuses)
        let minutes = try number()
        return EtaChoice(status, minutesLate: minutes > 0 ? minutes : nil)
    }
}
