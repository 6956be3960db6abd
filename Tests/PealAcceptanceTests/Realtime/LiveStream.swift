import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Testing

/// A stream of server-sent events, read as a client does.
struct LiveStream {
    /// An event that has data.
    struct Event: Sendable {
        var kind: String
        var id: String
        var message: JSON

        var data: JSON { message["data"] }
    }

    /// A stream keeps its connection, and by default a client has eight for a host.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 200
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private var body: HTTPClientResponse.Body.AsyncIterator
    private var text = ""
    /// The cursor of the last block, with data or without.
    private(set) var cursor: String?
    /// Comments and fields of blocks without data.
    private(set) var remarks: [String] = []

    /// Opens a stream; the server must accept it.
    static func open(_ api: APICaller, query: String = "channels=inbox", since: String? = nil) async throws
        -> LiveStream
    {
        var request = HTTPClientRequest(url: "\(api.url)/api/v1/stream?\(query)")
        if let credential = api.credential { request.headers.add(name: "authorization", value: "Bearer \(credential)") }
        if let since { request.headers.add(name: "last-event-id", value: since) }
        let response = try await client.execute(request, timeout: .seconds(300))
        #expect(response.status == .ok)
        #expect(response.headers.first(name: "content-type") == "text/event-stream")
        return LiveStream(body: response.body.makeAsyncIterator())
    }

    private init(body: HTTPClientResponse.Body.AsyncIterator) { self.body = body }

    /// The next event with data; `nil` when the server has ended the stream.
    @concurrent mutating func next() async throws -> Event? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                let block = text[..<end.lowerBound].split(separator: "\n").map(String.init)
                text = String(text[end.upperBound...])
                if let event = try read(block) { return event }
            } else if let part = try await body.next() {
                text += String(buffer: part)
            } else {
                return nil
            }
        }
    }

    /// The next event of a kind.
    @concurrent mutating func next(_ kind: String) async throws -> Event {
        while let event = try await next() { if event.kind == kind { return event } }
        throw Ended()
    }

    /// Everything until the server ends the stream.
    @concurrent mutating func rest() async throws -> [Event] {
        var events: [Event] = []
        while let event = try await next() { events.append(event) }
        return events
    }

    struct Ended: Error {}

    private mutating func read(_ lines: [String]) throws -> Event? {
        var fields: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                remarks.append(line)
                continue
            }
            fields[String(parts[0])] = String(parts[1].drop { $0 == " " })
        }
        cursor = fields["id"] ?? cursor
        if let retry = fields["retry"] { remarks.append("retry \(retry)") }
        guard let data = fields["data"], let kind = fields["event"], let id = fields["id"] else { return nil }
        return Event(kind: kind, id: id, message: try JSON(parsing: Array(data.utf8)))
    }
}
