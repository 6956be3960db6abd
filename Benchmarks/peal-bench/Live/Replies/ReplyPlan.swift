/// Which participant replies when: the replies go round the boards, and each says something new.
struct ReplyPlan: Sendable {
    /// Events with an open board.
    let boards: Int
    /// Replies a second.
    let rate: Int
    /// Participants of each event.
    let participants = 10

    /// What participants answer in turn: the action, and what the board says then.
    private static let answers = [
        (action: "late-10", words: "+10 min late"), (action: "on-time", words: "On time"),
        (action: "late-5", words: "+5 min late"), (action: "cant-make-it", words: "Can't make it"),
        (action: "late-15", words: "+15 min late"),
    ]

    /// How many replies there are; after them, participants would repeat themselves.
    var count: Int { boards * participants * Self.answers.count }

    /// A host, by the number of the board.
    func host(_ board: Int) -> String { "user-\(board)" }

    /// A participant of a board.
    func participant(_ number: Int, of board: Int) -> String { "user-\(boards + board * participants + number)" }

    /// A reply by its number.
    func reply(_ number: Int) -> BoardReply {
        let (round, board) = number.quotientAndRemainder(dividingBy: boards)
        let (visit, participant) = round.quotientAndRemainder(dividingBy: participants)
        let answer = Self.answers[(visit + participant) % Self.answers.count]
        return BoardReply(
            board: board,
            user: self.participant(participant, of: board),
            action: answer.action,
            words: answer.words
        )
    }
}

/// One reply to an event with an open board.
struct BoardReply: Sendable {
    let board: Int
    let user: String
    /// The action of the notification.
    let action: String
    /// What the board says of the participant from then on.
    let words: String
}
