public import Metrics
import PealCore

/// What libraries count by swift-metrics is in the same text.
extension MetricsRegistry: MetricsFactory {
    /// Runs what libraries count here of: each server of a process has a registry of its own.
    /// - Parameter body: what is run; its child tasks count here as well.
    /// - Returns: what it returns.
    /// - Throws: what it throws.
    public func collecting<Result>(_ body: nonisolated(nonsending) () async throws -> Result) async throws -> Result {
        try await withMetricsFactory(self, body)
    }

    /// The counter of a library.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(Self.name(label), "", Self.labels(dimensions))
    }

    /// The recorder of a library; what it wants as a distribution is one of seconds.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let (name, labels) = (Self.name(label), Self.labels(dimensions))
        return aggregate ? HistogramRecorder(histogram(name, "", labels)) : gauge(name, "", labels)
    }

    /// The meter of a library.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(Self.name(label), "", Self.labels(dimensions))
    }

    /// The timer of a library.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(Self.name(label), "", Self.labels(dimensions))
    }

    /// Keeps the counter: what was counted stays true.
    public func destroyCounter(_: any CounterHandler) {}

    /// Keeps the recorder.
    public func destroyRecorder(_: any RecorderHandler) {}

    /// Keeps the meter.
    public func destroyMeter(_: any MeterHandler) {}

    /// Keeps the timer.
    public func destroyTimer(_: any TimerHandler) {}

    private static func labels(_ dimensions: [(String, String)]) -> [(String, String)] {
        dimensions.map { (name($0), $1) }
    }

    /// Libraries name metrics with dots and hyphens, which Prometheus does not permit.
    private static func name(_ label: String) -> String {
        let bytes = label.utf8.map { $0.isASCIIAlphanumeric ? $0 : UInt8(ascii: "_") }
        let name = String(decoding: bytes, as: UTF8.self)
        return name.utf8.first?.isASCIIDigit ?? true ? "_" + name : name
    }
}
