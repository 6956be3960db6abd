import Logging

/// Writes each line of the log into a buffer, never to a file.
struct LineHandler: LogHandler {
    let label: String
    let buffer: LogBuffer
    let format: LogFormat
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info
    var metadataProvider: Logger.MetadataProvider?

    init(label: String, buffer: LogBuffer, format: LogFormat) {
        self.label = label
        self.buffer = buffer
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { fields["error"] = "\(error)" }
        buffer.append(format.line(event, fields, label: label, at: SystemClock().now))
    }
}
