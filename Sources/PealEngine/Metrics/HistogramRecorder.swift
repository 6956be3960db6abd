import Metrics

/// Lets a library record seconds as numbers.
final class HistogramRecorder: RecorderHandler {
    private let histogram: Histogram

    init(_ histogram: Histogram) { self.histogram = histogram }

    func record(_ value: Int64) { histogram.record(.seconds(value)) }

    func record(_ value: Double) {
        guard value.isFinite, abs(value) < 1e15 else { return }
        histogram.record(.seconds(value))
    }
}
