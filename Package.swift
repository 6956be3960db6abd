// swift-tools-version: 6.3
import PackageDescription

// What each target may import is a rule of the design; `Scripts/check-imports` holds the same table for source files.

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let certificates = Target.Dependency.product(name: "X509", package: "swift-certificates")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")

let package = Package(
    name: "peal",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "peal", targets: ["peal"])
    ],
    // Exact, so that a build today is a build next year. What these bring along is held by Package.versions.
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // L0: pure
        .target(name: "PealCore"),
        .target(name: "CPealAssets"),
        // What Swift cannot call (functions with a variable number of arguments) or see (those that its header hides).
        .target(name: "CPealSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // What bodies are compressed with; `Scripts/setup` brings the header.
        .systemLibrary(name: "CZlib"),
        .target(name: "PealGzip", dependencies: ["CZlib"]),

        // L1: ports and use cases
        .target(name: "PealCrypto", dependencies: ["PealCore", crypto]),
        .target(name: "PealCatalog", dependencies: ["PealCore", yams]),
        .target(name: "PealWire", dependencies: ["PealCore"]),
        .target(name: "PealStore", dependencies: ["PealCore"]),
        .target(
            name: "PealProviderKit",
            dependencies: ["PealCore", "PealHTTP2", httpClient, nioCore, nioPosix, nioHTTP1, nioSSL, crypto]
        ),
        // Hosts that speak HTTP/2, in bare frames; knows nothing of push services.
        .target(
            name: "PealHTTP2",
            dependencies: [nioCore, nioPosix, nioHTTP2, nioHPACK, nioSSL, nioTLS]
        ),
        .target(
            name: "PealEngine",
            dependencies: [
                "PealCore", "PealCatalog", "PealCrypto", "PealStore", "PealProviderKit", logging, metrics, lifecycle,
            ]
        ),

        // The hub of live connections; PealHTTP speaks with them.
        .target(name: "PealRealtime", dependencies: ["PealCore", "PealStore", lifecycle]),

        // L2: the outside world
        .target(name: "PealSQL", dependencies: ["PealCore", "PealStore", crypto]),
        .target(
            name: "PealSQLite",
            dependencies: ["PealCore", "PealStore", "PealSQL", "CPealSQLite", grdb, sqlite]
        ),
        .target(
            name: "PealFCM",
            dependencies: [
                "PealCore", "PealProviderKit", "PealHTTP2", nioCore, nioPosix, nioHPACK, nioSSL, jwt,
            ]
        ),
        .target(
            name: "PealAPNs",
            dependencies: [
                "PealCore", "PealCrypto", "PealProviderKit", "PealHTTP2", nioCore, nioPosix, nioHPACK, nioSSL, crypto,
            ]
        ),
        .target(name: "PealExpo", dependencies: ["PealCore", "PealGzip", "PealProviderKit"]),
        .target(
            name: "PealWebPush",
            dependencies: [
                "PealCore", "PealCrypto", "PealProviderKit", "PealHTTP2", nioCore, nioPosix, nioHPACK, nioSSL, crypto,
            ]
        ),
        .target(
            name: "PealHTTP",
            dependencies: [
                "PealCore", "PealCatalog", "PealCrypto", "PealGzip", "PealWire", "PealProviderKit", "PealEngine",
                "PealRealtime", hummingbird, jwt, httpTypes, nioCore, nioPosix, nioHTTP1, nioWebSocket, logging,
                lifecycle,
            ]
        ),
        .target(
            name: "PealSandbox",
            dependencies: [
                "PealCore", "PealWire", "PealGzip", hummingbird, jwt, certificates, asn1, crypto, cryptoExtras,
                httpTypes, nioCore, nioPosix,
                nioHTTP2, nioHPACK, nioSSL, logging, lifecycle,
            ]
        ),

        // L3: the composition root, and the command line
        .target(
            name: "PealServer",
            dependencies: [
                "PealCore", "CPealAssets", "PealGzip", "PealCrypto", "PealCatalog", "PealWire", "PealStore", "PealSQL",
                "PealProviderKit", "PealEngine", "PealRealtime", "PealSQLite", "PealAPNs", "PealFCM", "PealExpo",
                "PealWebPush",
                "PealHTTP", "PealSandbox",
                hummingbird, httpClient, nioCore, logging, lifecycle, unixSignals, configuration,
            ]
        ),
        .target(
            name: "PealDemo",
            dependencies: [
                "PealCore", "PealCatalog", "PealWire", "PealStore", "PealEngine", "PealHTTP", "PealSandbox",
                "PealServer", logging, nioCore, nioPosix,
            ]
        ),
        .target(
            name: "PealCommands",
            dependencies: [
                "PealCore", "PealCrypto", "PealCatalog", "PealWire", "PealStore", "PealProviderKit", "PealEngine",
                "PealSQL", "PealSQLite", "PealWebPush", "PealHTTP", "PealSandbox", "PealServer", "PealDemo", logging,
                arguments,
            ]
        ),

        // L4: executables
        .executableTarget(name: "peal", dependencies: ["PealCommands"]),
        // Judges and benchmarks start a built Peal, or run its parts; no product contains them.
        .target(
            name: "JudgeKit",
            dependencies: [
                "PealCore", "PealWire", "PealCrypto", "PealAPNs", "PealFCM", "PealExpo", "PealWebPush", httpClient,
                nioCore, nioHTTP1,
            ],
            path: "Judges/JudgeKit"
        ),
        .executableTarget(
            name: "peal-judge",
            dependencies: [
                "JudgeKit", "PealCore", "PealWire", "PealCrypto", "PealStore", "PealSQL", "PealSQLite",
                "PealCatalog", "PealEngine", "PealProviderKit", httpClient, nioHTTP1, grdb, arguments, logging,
            ],
            path: "Judges/peal-judge"
        ),
        .executableTarget(
            name: "peal-bench",
            dependencies: [
                "JudgeKit", "PealCore", "PealWire", "PealCrypto", "PealSQL", "PealSQLite", "PealCatalog",
                "PealEngine", "PealProviderKit", "PealAPNs", "PealFCM", "PealExpo", "PealWebPush", httpClient, nioCore,
                nioPosix, nioHTTP2, nioHPACK, nioSSL, grdb, jwt, arguments, logging,
            ],
            path: "Benchmarks/peal-bench"
        ),

        // tests
        .target(
            name: "PealTesting",
            dependencies: ["PealCore", "PealStore", "PealProviderKit", "PealEngine", "PealSQLite"],
            path: "Tests/PealTesting"
        ),
        // A push service of its own: what a new provider needs, and a simulator.
        .target(
            name: "PealSampleProvider",
            dependencies: ["PealCore", "PealProviderKit", "PealSandbox", hummingbird, httpTypes, nioCore],
            path: "Tests/PealSampleProvider"
        ),
        // A channel of its own: what a new channel needs, and a simulator.
        .target(
            name: "PealSampleChannel",
            dependencies: ["PealCore", "PealProviderKit", "PealSandbox", hummingbird, httpTypes, nioCore],
            path: "Tests/PealSampleChannel"
        ),
        .testTarget(name: "PealCoreTests", dependencies: ["PealCore"]),
        .testTarget(name: "PealCryptoTests", dependencies: ["PealCrypto", "PealCore"]),
        .testTarget(name: "PealCatalogTests", dependencies: ["PealCatalog", "PealCore"]),
        .testTarget(
            name: "PealDemoTests",
            dependencies: [
                "PealCatalog", "PealCore", "PealCrypto", "PealEngine", "PealSQL", "PealSQLite", "PealSandbox",
                "PealWire",
                "PealDemo", "PealServer", httpClient, nioCore, nioHTTP1, logging,
            ]
        ),
        .testTarget(
            name: "PealCommandsTests",
            dependencies: [
                "PealCatalog", "PealCore", "PealCrypto", "PealEngine", "PealProviderKit", "PealSQL", "PealSQLite",
                "PealStore",
                "PealCommands", "PealServer", "PealTesting", "PealSampleProvider", "PealSampleChannel", arguments,
            ]
        ),
        .testTarget(name: "PealWireTests", dependencies: ["PealWire", "PealCore"]),
        .testTarget(
            name: "PealEngineTests",
            dependencies: [
                "PealCore", "PealProviderKit", "PealStore",
                "PealEngine", "PealSQL", "PealSQLite", "PealTesting", "PealCatalog", "PealCrypto", "PealAPNs",
                "PealHTTP2",
                "PealSandbox", logging, nioCore,
            ]
        ),
        .testTarget(
            name: "PealHTTPTests",
            dependencies: [
                "PealCore", "PealCrypto", "PealStore",
                "PealHTTP", "PealWire", "PealCatalog", "PealEngine", "PealProviderKit", "PealRealtime",
                "PealSQL", "PealSQLite", "PealTesting", jwt, crypto, cryptoExtras, httpTypes, nioCore, nioPosix,
                nioEmbedded,
                nioHTTP1,
                nioWebSocket,
                logging,
            ]
        ),
        .testTarget(name: "PealRealtimeTests", dependencies: ["PealCore", "PealStore", "PealRealtime", "PealTesting"]),
        .testTarget(
            name: "PealSQLiteTests",
            dependencies: ["PealCore", "PealStore", "PealSQL", "PealSQLite", "PealTesting", grdb, sqlite],
            // Read where they are: databases that earlier versions wrote.
            exclude: ["Format/Kept"]
        ),
        .testTarget(
            name: "PealHTTP2Tests",
            dependencies: ["PealHTTP2", "PealSandbox", nioCore, nioPosix, nioHPACK, nioHTTP2, nioSSL]
        ),
        .testTarget(
            name: "PealFCMTests",
            dependencies: [
                "PealCore",
                "PealFCM", "PealHTTP2", "PealSandbox", "PealProviderKit", "PealTesting", nioCore, nioHPACK, nioHTTP2,
            ]
        ),
        .testTarget(
            name: "PealAPNsTests",
            dependencies: [
                "PealCore",
                "PealAPNs", "PealHTTP2", "PealProviderKit", "PealTesting", nioCore, nioPosix, nioHTTP2, nioHPACK,
                nioSSL, crypto,
            ]
        ),
        .testTarget(
            name: "PealExpoTests",
            dependencies: ["PealCore", "PealExpo", "PealGzip", "PealSandbox", "PealProviderKit", "PealTesting"]
        ),
        .testTarget(
            name: "PealWebPushTests",
            dependencies: [
                "PealCore",
                "PealWebPush", "PealHTTP2", "PealSandbox", "PealProviderKit", "PealTesting", nioCore, nioHPACK,
                nioHTTP2, crypto,
            ]
        ),
        // The simulators, with the clients that speak to them.
        .testTarget(
            name: "PealSandboxTests",
            dependencies: [
                "PealCore",
                "PealSandbox", "PealFCM", "PealExpo", "PealWebPush", "PealHTTP2", "PealProviderKit", "PealTesting",
                httpClient, nioCore, nioPosix, nioHTTP1, nioHTTP2, nioHPACK, nioSSL, logging, lifecycle, jwt, crypto,
                cryptoExtras,
            ]
        ),
        .testTarget(
            name: "PealProviderKitTests",
            dependencies: [
                "PealCore", "PealProviderKit", "PealSandbox", "PealTesting", nioCore, nioPosix, nioHTTP1, logging,
            ]
        ),
        .testTarget(name: "PealJudgeTests", dependencies: ["peal-judge"]),
        .testTarget(
            name: "PealBenchTests",
            dependencies: ["JudgeKit", "peal-bench", "peal-judge", arguments, nioCore]
        ),
        .testTarget(
            name: "PealServerTests",
            dependencies: [
                "PealAPNs", "PealCatalog", "PealCore", "PealCrypto", "PealEngine", "PealExpo", "PealFCM", "PealHTTP",
                "PealProviderKit", "PealRealtime", "PealSQL", "PealSQLite", "PealSandbox", "PealStore", "PealWebPush",
                "PealWire",
                "PealServer", "PealTesting", "PealSampleProvider", "PealSampleChannel", httpClient, lifecycle, nioCore,
                nioPosix, nioHTTP1,
            ]
        ),
        .testTarget(
            name: "PealAcceptanceTests",
            dependencies: [
                "PealServer", "PealWire", "PealGzip", "PealSampleProvider", "PealSampleChannel", "PealCore", httpClient,
                logging, nioCore,
                nioPosix, nioHTTP1,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

for target in package.targets where !["CPealAssets", "CPealSQLite", "CZlib"].contains(target.name) {
    target.swiftSettings = strict + (target.swiftSettings ?? [])
}
