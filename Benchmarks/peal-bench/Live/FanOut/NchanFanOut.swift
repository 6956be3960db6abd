import Foundation
import JudgeKit
import NIOCore
import NIOPosix

/// nginx with nchan: an event is kept in memory and sent.
struct NchanFanOut: FanOutServer {
    static let name = "nchan"

    let child: ChildProcess
    let pid: pid_t
    let port: Int
    let caller: HTTPCaller

    var mark: String { "event " }

    private static let modules = ["/usr/lib/nginx/modules", "/usr/share/nginx/modules", "/usr/lib64/nginx/modules"]

    /// Starts it; `nil` where it is not installed.
    static func start(
        nginx: String,
        module: String?,
        workspace: Workspace,
        children: Children,
        caller: HTTPCaller
    ) async throws -> NchanFanOut? {
        let files = FileManager.default
        let known = modules.map { "\($0)/ngx_nchan_module.so" }
        guard let module = ([module].compactMap(\.self) + known).first(where: files.fileExists(atPath:)),
            files.isExecutableFile(atPath: nginx)
        else { return nil }
        let port = try await freePort()
        let folder = workspace.path("nginx")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = folder.appending(path: "nginx.conf")
        try Data(text(module: module, port: port, folder: folder.path).utf8).write(to: configuration)
        let child = try ChildProcess.start(
            URL(filePath: nginx),
            ["-c", configuration.path, "-p", folder.path],
            environment: [:],
            log: workspace.path("nginx.log"),
            children: children
        )
        let worker = try await Stopwatch.poll("nginx has no worker", atMost: .seconds(10)) { () -> pid_t? in
            guard child.isRunning else {
                throw JudgeError(.notReady, "nginx ended: \(workspace.tail(of: "nginx.log"))")
            }
            let text = try? String(contentsOfFile: "/proc/\(child.pid)/task/\(child.pid)/children", encoding: .utf8)
            return text?.split(separator: " ").first.flatMap { pid_t($0) }
        }
        return NchanFanOut(child: child, pid: worker, port: port, caller: caller)
    }

    /// The request alone says what is followed.
    func greeting(_: LiveFraming) -> [UInt8] { [] }

    func requests(_ count: Int, _ kind: FanOutCase, _ framing: LiveFraming) async throws -> [String] {
        (0..<count).map { client in
            "GET /sub/\(channel(client, kind)) HTTP/1.1\r\nHost: localhost\r\n\(framing.headers)\r\n"
        }
    }

    func publish(to clients: Int, _ kind: FanOutCase, round _: Int) async throws {
        let users = kind == .own ? clients : 1
        let (url, caller, mark) = ("http://127.0.0.1:\(port)/pub", caller, mark)
        try await ConcurrentWork.forEach(0..<users, atOnce: 32) { user in
            let body = Array((mark + String(repeating: "0123456789", count: 30).dropFirst(mark.utf8.count)).utf8)
            try await caller.call(
                "POST",
                "\(url)/\(channel(user, kind))",
                headers: [("content-type", "text/plain")],
                bytes: body
            ).expect(201, 202)
        }
    }

    /// Publishes bytes to one of the clients that have a channel each.
    func publish(_ bytes: [UInt8], to client: Int) async throws {
        try await caller.call(
            "POST",
            "http://127.0.0.1:\(port)/pub/\(channel(client, .own))",
            headers: [("content-type", "text/plain")],
            bytes: bytes
        ).expect(201, 202)
    }

    func stop() async throws { try await child.stop() }

    private func channel(_ client: Int, _ kind: FanOutCase) -> String { kind == .own ? "c\(client)" : "all" }

    private static func freePort() async throws -> Int {
        let socket = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { socket.close(promise: nil) }
        guard let port = socket.localAddress?.port else { throw JudgeError(.notReady, "no free port") }
        return port
    }

    private static func text(module: String, port: Int, folder: String) -> String {
        """
        load_module \(module);
        daemon off;
        worker_processes 1;
        worker_rlimit_nofile 65000;
        pid \(folder)/nginx.pid;
        error_log stderr warn;
        events { worker_connections 20000; }
        http {
            access_log off;
            keepalive_requests 1000000;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port);
                location ~ ^/pub/(\\w+)$ { nchan_publisher; nchan_channel_id $1; }
                location ~ ^/sub/(\\w+)$ {
                    nchan_subscriber eventsource websocket;
                    nchan_subscriber_first_message newest;
                    nchan_channel_id $1;
                }
            }
        }
        """
    }
}
