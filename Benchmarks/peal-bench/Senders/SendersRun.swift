import Foundation
import JudgeKit
import PealCore
import PealWebPush

/// Measures the senders one after the other, each alone.
struct SendersRun: Sendable {
    let services: SimulatedServices
    let workspace: Workspace
    let children: Children
    let concurrency: Int
    let seconds: Double
    let python: String
    let scripts: URL

    private var ours: PealSenders {
        PealSenders(services: services, concurrency: concurrency, seconds: seconds)
    }

    func measure(_ wanted: [SenderService]) async throws -> SendersReport {
        var report = SendersReport(concurrency: concurrency)
        for service in wanted {
            Output.progress("measuring \(service.title)")
            switch service {
            case .apns: try await apns(&report)
            case .fcm:
                report.add(service, try await ours.fcm())
                report.add(service, try await ours.fcmHTTP2())
            case .expo: report.add(service, try await ours.expo())
            case .webpush: try await webPush(&report)
            }
        }
        return report
    }

    private func apns(_ report: inout SendersReport) async throws {
        let account = try await services.apnsAccount()
        let tokens = try await services.tokens(.apns, PealSenders.devices)
        report.add(.apns, try await ours.apns(account, tokens: tokens))
        let bare = try await BarePushes(account, tokens: tokens, concurrency: concurrency)
        report.add(.apns, try await bare.measure(SendersReport.multiplexer, .multiplexer, seconds: seconds))
        report.add(.apns, try await bare.measure(SendersReport.frames, .frames, seconds: seconds))
        if let program = Tool.find(H2Load.name) {
            let load = H2Load(tool: tool(program), concurrency: concurrency, seconds: seconds)
            report.add(.apns, try await load.measure(account, tokens: tokens))
        } else {
            report.skip(.apns, H2Load.name, "not installed: apt install nghttp2-client")
        }
        let (host, port) = try account.address()
        await measure(
            "aioapns",
            [
                "host": .string(host), "port": .integer(Int64(port)), "key": .string(account.signingKey),
                "keyId": .string(account.keyID), "teamId": .string(account.teamID),
                "topic": .string(account.bundleID), "root": .string(account.rootPEM),
                "tokens": .array(tokens.map { .string($0) }),
                "body": .string(String(decoding: SampleMessage.appleBody(), as: UTF8.self)),
                "concurrency": .integer(Int64(concurrency)),
            ],
            of: .apns,
            &report
        )
    }

    private func webPush(_ report: inout SendersReport) async throws {
        let key = VAPIDKey.generate()
        let tokens = try await services.tokens(
            .webpush,
            PealSenders.devices,
            vapidPublicKey: key.applicationServerKey
        )
        let http2Tokens = try await services.tokens(
            .webpush,
            PealSenders.devices,
            vapidPublicKey: key.applicationServerKey,
            kind: "http2"
        )
        let figures = try await ours.webPush(key, tokens: tokens, http2Tokens: http2Tokens)
        report.add(.webpush, figures.fresh)
        report.add(.webpush, figures.stocked)
        report.add(.webpush, figures.sealed)
        report.add(.webpush, figures.http2)
        report.keyMicroseconds = figures.keyMicroseconds
        await measure(
            "pywebpush",
            [
                "key": .string(key.secret), "subject": .string("mailto:push@reports.example"),
                "subscriptions": .array(tokens.map { .string($0) }),
                "body": .string(String(decoding: SampleMessage.browserText(), as: UTF8.self)),
            ],
            of: .webpush,
            &report
        )
        if let program = Tool.find("openssl") {
            do {
                report.agreementsPerSecond = try await OpenSSLSpeed(tool: tool(program)).agreementsPerSecond()
            } catch {
                report.skip(.webpush, "openssl speed", "\(error)")
            }
        }
    }

    /// A library that is not there is no reason not to measure the rest.
    private func measure(
        _ library: String,
        _ task: [String: JSONValue],
        of service: SenderService,
        _ report: inout SendersReport
    ) async {
        guard let program = Tool.find(python) else {
            return report.skip(service, library, "no \(python): run Scripts/peers")
        }
        do {
            let sender = PythonSender(tool: tool(program), scripts: scripts)
            report.add(service, try await sender.measure(library, task, seconds: seconds))
        } catch {
            report.skip(service, library, "\(error)")
        }
    }

    private func tool(_ program: URL) -> Tool { Tool(program: program, workspace: workspace, children: children) }
}
