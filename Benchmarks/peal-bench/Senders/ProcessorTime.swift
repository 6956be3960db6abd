import Foundation

/// Processor time, user and system, as the kernel counts it (getrusage(2)).
enum ProcessorTime {
    /// Of this process, in seconds.
    static var own: Double { seconds(of: RUSAGE_SELF.rawValue) }

    /// Of all children that have ended, in seconds.
    static var endedChildren: Double { seconds(of: RUSAGE_CHILDREN.rawValue) }

    private static func seconds(of target: __rusage_who_t) -> Double {
        var usage = rusage()
        guard getrusage(target, &usage) == 0 else { return 0 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
