package import NIOCore

/// How long connections wait for what.
package struct HTTP2Timing: Sendable {
    /// For the answer to a request.
    package var timeout: TimeAmount = .seconds(15)
    /// For a connection until the server has said what it takes.
    package var connect: TimeAmount = .seconds(10)
    /// How long a connection may be silent before a PING asks whether it works.
    ///
    /// Apple permits a PING on an idle connection; firewalls forget one after some minutes.
    package var idle: TimeAmount = .seconds(60)
    /// How long a connection with open requests may be silent before that, and how long it has to answer.
    package var pingAnswer: TimeAmount = .seconds(15)
    /// The bound of the first pause after a failed connection; it doubles with each further one.
    package var firstPause: TimeAmount = .milliseconds(500)
    /// The longest pause.
    package var longestPause: TimeAmount = .seconds(30)
    /// The longest pause a request waits for: with the failure in a shorter one, it would use up a retry for nothing.
    package var patience: TimeAmount = .seconds(2)
    /// For the answer to a request whose caller has given up.
    package var lastWord: TimeAmount = .seconds(1)

    /// The usual times.
    package init() {}

    /// The usual times with another time-out: two thirds of it are for connecting.
    package init(timeout: TimeAmount) {
        self.timeout = timeout
        connect = .nanoseconds(timeout.nanoseconds / 3 * 2)
    }

    /// How often open requests are looked at: all of one pass share a timer, which is cheaper than one each.
    var tick: TimeAmount {
        let shortest = min(timeout, connect, pingAnswer).nanoseconds / 8
        return .nanoseconds(min(max(shortest, 1_000_000), 1_000_000_000))
    }

    /// A pause before the next connection, with full jitter so that many senders do not come back together.
    func pause(afterFailures failures: Int, random: Double) -> TimeAmount {
        let doubled = firstPause.nanoseconds.multipliedReportingOverflow(by: 1 << Int64(min(max(failures - 1, 0), 20)))
        let bound = doubled.overflow ? longestPause.nanoseconds : min(doubled.partialValue, longestPause.nanoseconds)
        // Never no pause at all: Apple takes rapid connects for an attack.
        return .nanoseconds(max(Int64(Double(bound) * random), firstPause.nanoseconds / 4))
    }
}
