import NIOCore

/// Which deadline a connection is under: the rule, without a clock or a socket.
struct ConnectionWatch: Equatable {
    /// What a connection is late with.
    enum Deadline: Equatable {
        /// Its first header, the next one, or taking an answer: nobody waits for an answer.
        case silence
        /// A body: its request can still be answered.
        case body
        /// Its end, after the last answer.
        case closing
    }

    /// Whether nothing more is read or answered.
    private(set) var isClosing = false
    /// Answers, and chunks of one that is being made, that the client has not taken yet.
    private var unsent = 0
    private let limits: ConnectionLimits
    /// When it was opened, or when its last answer was written.
    private var quietSince: NIODeadline
    private var hasAnswered = false
    /// Requests whose answer is not written yet; the last of them may still be read.
    private var keepsAlive: [Bool] = []
    private var isReading = false
    /// When the request that is answered next began.
    private var frontSince: NIODeadline
    private var sentAt: NIODeadline
    private var closingSince: NIODeadline?

    init(limits: ConnectionLimits, openedAt now: NIODeadline) {
        self.limits = limits
        quietSince = now
        frontSince = now
        sentAt = now
    }

    /// Whether the client has taken everything that was written.
    var isTaken: Bool { unsent == 0 }

    /// Whether every request is answered.
    var isQuiet: Bool { keepsAlive.isEmpty }

    /// Whether the body of the request that is answered next is still being read.
    var isReadingFront: Bool { isReading && keepsAlive.count == 1 }

    /// Whether the connection ends with the next answer: the client wants it, or a body was not read to its end.
    var endsWithNextAnswer: Bool { isReadingFront || keepsAlive.first == false }

    /// A header was read.
    mutating func header(keepsAlive isKept: Bool, at now: NIODeadline) {
        if keepsAlive.isEmpty { frontSince = now }
        keepsAlive.append(isKept)
        isReading = true
    }

    /// A body was read to its end.
    mutating func bodyEnded() { isReading = false }

    /// An answer was written; `ends` says that it is the last one.
    mutating func answered(ends: Bool, at now: NIODeadline) {
        if keepsAlive.isEmpty {
            isReading = false
        } else {
            keepsAlive.removeFirst()
        }
        chunkWritten(at: now)
        hasAnswered = true
        quietSince = now
        frontSince = now
        if ends { close(at: now) }
    }

    /// A chunk of an answer was written: the client has as long to take it as a whole answer.
    mutating func chunkWritten(at now: NIODeadline) {
        if unsent == 0 { sentAt = now }
        unsent += 1
    }

    /// An answer or a chunk was handed to the system.
    mutating func sent(at now: NIODeadline) {
        unsent -= 1
        sentAt = now
    }

    /// The connection is about to end.
    mutating func close(at now: NIODeadline) {
        isClosing = true
        if closingSince == nil { closingSince = now }
    }

    /// The body is overdue and its request was told so: an answer may still be written, and then it is over.
    mutating func bodyIsOverdue(at now: NIODeadline) {
        isReading = false
        keepsAlive = keepsAlive.map { _ in false }
        if closingSince == nil { closingSince = now }
    }

    /// What comes first; `nil` while the server works on an answer.
    var next: (at: NIODeadline, deadline: Deadline)? {
        var found: (at: NIODeadline, deadline: Deadline)?
        func consider(_ at: NIODeadline, _ deadline: Deadline) {
            if found.map({ at < $0.at }) ?? true { found = (at, deadline) }
        }
        if let closingSince { consider(closingSince + limits.closing, .closing) }
        if unsent > 0 { consider(sentAt + limits.idle, .silence) }
        if isReadingFront, closingSince == nil { consider(frontSince + limits.body, .body) }
        if keepsAlive.isEmpty, closingSince == nil {
            consider(quietSince + (hasAnswered ? limits.idle : limits.header), .silence)
        }
        return found
    }
}
