// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// One set of language settings for every Swift target.
let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The modules that the suite's builds optimize as a release does, by the build's purpose. The others compile four times as
/// fast without it. The server is there because an optimizer has crashed on it.
let optimizedForSuite: [String: Set] = [
    "tests": [
        "LimnGeometry", "LimnInk", "LimnRebase", "LimnFormDetection", "LimnHandwriting", "LimnReading",
        "LimnCompression", "LimnInkFormats", "LimnFiles",
        "LimnCairo",
        "LimnText", "LimnPictures", "LimnRaster", "LimnPDFRendering", "LimnPDFObjects", "LimnCompositor", "LimnServer",
    ],
    "fuzzing": ["LimnGeometry", "LimnInk", "LimnForms", "LimnFormData"],
]

/// `Scripts/test` and `Scripts/fuzz` set `SUITE_BUILD` to one of these names. Tests may then import what is internal, and
/// programs still tell why they end. Packages of strangers must not set it: SwiftPM calls these flags unsafe.
let suiteBuild = Context.environment["SUITE_BUILD"]
let isForSuite = suiteBuild != nil
let optimized = suiteBuild.flatMap { optimizedForSuite[$0] } ?? []
let settings = language + (isForSuite ? [.unsafeFlags(["-enable-testing", "-assert-config", "Debug"])] : [])
/// The frontend takes the last of its options, and scripts tell the driver `-Onone` for all modules.
let optimization: [SwiftSetting] =
    isForSuite ? [.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"])] : []

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// What the server alone links. The command and the library build without it.
let http: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HummingbirdTLS", package: "hummingbird"),
    .product(name: "AsyncHTTPClient", package: "async-http-client"),
    .product(name: "HummingbirdHTTP2", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
    .product(name: "Metrics", package: "swift-metrics"), .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "NIOTLS", package: "swift-nio"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "Tracing", package: "swift-distributed-tracing"),
    .product(name: "NIOExtras", package: "swift-nio-extras"),
]

/// A C library: a module map, a shim, its pkg-config name and the Debian package that brings it.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: settings + (optimized.contains(name) ? optimization : []))
}

func tests(_ module: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests",
        dependencies: [.target(name: module), "TestSupport"] + dependencies,
        exclude: exclude,
        swiftSettings: language
    )
}

/// The modules that a package may depend on, each as a product of its own. `Limn` brings the whole.
let products = [
    "Limn", "LimnGeometry", "LimnInk", "LimnForms", "LimnFormDetection", "LimnFormData", "LimnCompression",
    "LimnInkFormats", "LimnFiles",
    "LimnPictures", "LimnText", "LimnRebase", "LimnRaster", "LimnPDFRendering", "LimnPDFObjects", "LimnCompositor",
    "LimnWorker", "LimnLibrary", "LimnPackage", "LimnPackageReading", "LimnPackageWriting", "LimnPipeline",
    "LimnInProcess",
]

let package = Package(
    name: "limn",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: products.map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "limn", targets: ["limn"]), .executable(name: "limn-worker", targets: ["limn-worker"]),
        .executable(name: "limn-server", targets: ["limn-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries, each imported by the modules named behind it.
        library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),  // LimnCairo
        library("CPoppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),  // LimnPDFRendering
        library("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev"),  // LimnPDFObjects
        library("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),  // LimnRaster, LimnPDFObjects
        library("CXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev"),  // LimnFiles
        library("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),  // LimnFiles, LimnPDFObjects
        library("CJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),  // LimnRaster
        library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),  // LimnRaster
        library("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),  // LimnRaster
        library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),  // LimnCompression
        library("CZip", pkgConfig: "libzip", apt: "libzip-dev"),  // LimnPackageWriting
        library("CPango", pkgConfig: "pangoft2", apt: "libpango1.0-dev"),  // LimnText
        library("CPangoCairo", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),  // LimnCairo
        library("CHarfBuzz", pkgConfig: "harfbuzz-subset", apt: "libharfbuzz-dev"),  // LimnText
        library("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),  // LimnAccess
        library("CGnuTLS", pkgConfig: "gnutls", apt: "libgnutls28-dev"),  // LimnServer
        library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),  // LimnWorker
        // Declarations alone: the library is opened while the program runs.
        .systemLibrary(name: "COnnxRuntime"),  // LimnReading

        // Ink: Apache-2.0, nothing but Foundation and zlib.
        module("LimnGeometry"),
        module("LimnInk", ["LimnGeometry"]),
        // Where ink belongs in a new edition of a document.
        module("LimnRebase", ["LimnGeometry", "LimnInk"]),
        // Forms: fields, values, formats and mappings. Foundation alone.
        module("LimnForms", ["LimnGeometry"]),
        // The places on a page where people are meant to write.
        module("LimnFormDetection", ["LimnGeometry", "LimnForms"]),
        // Handwriting: what it may say, and how a word is found in it.
        module("LimnHandwriting", ["LimnGeometry", "LimnInk"]),
        module("LimnCompression", ["CZlib"]),
        module("LimnInkFormats", ["LimnGeometry", "LimnInk", "LimnCompression"]),

        // Pages and files: GPL-3.0-or-later.
        // Data for forms as strangers send them, for workers only.
        module("LimnFormData", ["LimnForms"]),
        .target(name: "CFiles"),
        module("LimnFiles", ["CFiles", "CNettle", "CXXHash", systemPackage]),
        module("LimnCairo", ["CCairo", "CPangoCairo", "LimnGeometry"]),
        module("LimnText", ["CPango", "CHarfBuzz", "LimnGeometry", "LimnInk"]),
        module("LimnPictures", ["LimnGeometry"]),
        module("LimnRaster", ["CDeflate", "CJPEG", "CPNG", "CWebP", "LimnPictures"]),
        module("LimnPDFRendering", ["CPoppler", "LimnGeometry", "LimnCairo", "LimnPictures", "LimnRaster"]),
        .target(name: "CVirtualFile"),
        module(
            "LimnPDFObjects",
            [
                "CQPDF", "CDeflate", "CNettle", "CVirtualFile", "LimnGeometry", "LimnForms", "LimnCompression",
                "LimnFiles",
            ]),
        module(
            "LimnCompositor",
            [
                "LimnGeometry", "LimnInk", "LimnText", "LimnCairo", "LimnPictures", "LimnRaster", "LimnPDFRendering",
                "LimnPDFObjects",
            ]),
        // Reads handwriting, for workers only.
        module("LimnReading", ["COnnxRuntime", "LimnGeometry", "LimnHandwriting", "LimnText"]),
        .target(name: "CSandbox"),
        module("LimnWorker", ["CSandbox", "CSeccomp"]),
        .target(name: "CSQLiteSettings", dependencies: [sqlite]),
        module(
            "LimnLibrary",
            ["CSQLiteSettings", "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles", systemPackage, grdb, sqlite]),
        // One library in several places.
        .target(name: "CCurl"),
        module(
            "LimnSync",
            [
                "CCurl", "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles", "LimnCompression", "LimnLibrary",
                systemPackage,
            ]),
        // Packages: what both sides share; reading, for workers only; writing, for parents, which alone link libzip.
        module("LimnPackage", ["LimnGeometry", "LimnInk", "LimnForms", "LimnCompression", "LimnFiles", systemPackage]),
        module(
            "LimnPackageReading",
            ["LimnGeometry", "LimnInk", "LimnCompression", "LimnFiles", "LimnPackage", systemPackage]),
        module(
            "LimnPackageWriting",
            ["CZip", "LimnInk", "LimnCompression", "LimnFiles", "LimnPackage", systemPackage]),
        // What parent and worker say to one another.
        module(
            "LimnJobs",
            [
                "LimnGeometry", "LimnInk", "LimnForms", "LimnFormDetection", "LimnFiles", "LimnHandwriting",
                "LimnPictures",
                "LimnPackage", "LimnRebase", "LimnWorker", systemPackage,
            ]),
        .target(name: "CPopplerDrawing"),
        // What happens inside a worker. No parent imports this, nor what it imports.
        module(
            "LimnWorkerService",
            [
                "CPopplerDrawing", "LimnGeometry", "LimnInk", "LimnForms", "LimnFormDetection", "LimnFormData",
                "LimnInkFormats",
                "LimnFiles", "LimnPictures", "LimnRaster", "LimnCairo", "LimnPDFRendering", "LimnPDFObjects",
                "LimnCompositor", "LimnPackage", "LimnPackageReading", "LimnHandwriting", "LimnReading", "LimnJobs",
                "LimnRebase", "LimnWorker", systemPackage,
            ]),
        .target(name: "CWorkerOverrides", dependencies: ["CVirtualFile"]),
        .executableTarget(
            name: "limn-worker", dependencies: ["CWorkerOverrides", "LimnWorker", "LimnWorkerService"],
            swiftSettings: settings),

        // Parents: nothing here parses what strangers send.
        module(
            "LimnPipeline",
            [
                "LimnGeometry", "LimnInk", "LimnForms", "LimnFormDetection", "LimnFiles", "LimnHandwriting",
                "LimnPictures",
                "LimnLibrary", "LimnPackage", "LimnPackageWriting", "LimnRebase", "LimnWorker", "LimnJobs",
                systemPackage,
            ], exclude: ["Flatten/receipt.schema.json"]),
        // The engine: the face for programs.
        // Its folder has another name because `limn` would be the same where case does not count.
        .target(
            name: "Limn",
            dependencies: [
                "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles", "LimnPictures", "LimnLibrary", "LimnWorker",
                "LimnJobs", "LimnPipeline", "LimnRebase", systemPackage,
            ], path: "Sources/LimnEngine", swiftSettings: settings),
        // Lists of tasks that any cluster can cut, and what runs them.
        module("LimnBatch", ["Limn", "LimnPipeline", "LimnFiles", "LimnGeometry", systemPackage]),
        // Who may see what in a library that is served.
        module("LimnAccess", ["CQREncode", "LimnFiles", "LimnGeometry", "LimnLibrary", systemPackage]),
        // The library and the pipeline over HTTP.
        module(
            "LimnServer",
            [
                "CGnuTLS", "Limn", "LimnPipeline", "LimnCompression", "LimnGeometry", "LimnInk", "LimnForms",
                "LimnFiles", "LimnLibrary", "LimnSync", "LimnWorker", "LimnAccess", systemPackage,
            ] + http),
        .executableTarget(name: "limn-server", dependencies: ["LimnServer"], swiftSettings: settings),
        // For programs that trust their documents and ask for it.
        module("LimnInProcess", ["LimnPipeline", "LimnWorkerService"]),
        .executableTarget(
            name: "limn",
            dependencies: [
                "CSandbox", "Limn", "LimnAccess", "LimnBatch", "LimnPipeline", "LimnGeometry", "LimnInk", "LimnForms",
                "LimnFormDetection", "LimnFiles", "LimnPictures", "LimnLibrary", "LimnSync", "LimnWorker", "LimnJobs",
                argumentParser, systemPackage,
            ], swiftSettings: settings),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["LimnGeometry", "LimnInk"], path: "Tests/TestSupport",
            exclude: ["Python"], swiftSettings: settings + optimization),
        tests("LimnGeometry"),
        tests("LimnInk", ["LimnGeometry"], exclude: ["Fixtures"]),
        tests("LimnRebase", ["LimnGeometry", "LimnInk"]),
        tests("LimnForms", ["LimnGeometry"]),
        tests("LimnFormDetection", ["LimnForms", "LimnGeometry"]),
        tests("LimnHandwriting", ["LimnGeometry", "LimnInk"]),
        tests("LimnReading", ["LimnGeometry", "LimnHandwriting", "LimnWorker"]),
        tests("LimnFormData", ["LimnForms", "LimnGeometry"]),
        tests("LimnCompression"),
        tests("LimnInkFormats", ["LimnGeometry", "LimnInk", "LimnCompression"]),
        tests("LimnFiles", [systemPackage]),
        tests("LimnCairo", ["LimnGeometry", "LimnRaster"]),
        tests("LimnText", ["CHarfBuzz", "LimnGeometry", "LimnInk"]),
        tests("LimnRaster", ["LimnPictures"]),
        tests("LimnPDFRendering", ["LimnGeometry", "LimnCairo", "LimnPictures", "LimnRaster", systemPackage]),
        tests("LimnPDFObjects", ["LimnGeometry"]),
        tests(
            "LimnCompositor",
            [
                "LimnGeometry", "LimnInk", "LimnText", "LimnCairo", "LimnPictures", "LimnRaster", "LimnPDFRendering",
                "LimnPDFObjects",
            ]),
        .executableTarget(
            name: "WorkerFixture", dependencies: ["LimnWorker", "CSandbox", "CWorkerOverrides"],
            path: "Tests/WorkerFixture", swiftSettings: settings),
        tests("LimnWorker", ["WorkerFixture"]),
        .target(
            name: "LibraryStory",
            dependencies: ["LimnLibrary", "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles", systemPackage],
            path: "Tests/LibraryStory", swiftSettings: settings),
        .executableTarget(
            name: "LibraryFixture",
            dependencies: ["LibraryStory", "LimnLibrary", "LimnGeometry", "LimnInk", "LimnFiles", systemPackage],
            path: "Tests/LibraryFixture", swiftSettings: settings),
        tests(
            "LimnLibrary",
            [
                "LibraryFixture", "LibraryStory", "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles", systemPackage,
                grdb,
            ],
            exclude: ["Fixtures"]),
        tests("LimnSync", ["LimnLibrary", "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles", systemPackage]),
        .executableTarget(
            name: "PackageFixture",
            dependencies: ["LimnPackageReading", "LimnPackageWriting", "LimnFiles", systemPackage],
            path: "Tests/PackageFixture", swiftSettings: settings),
        tests(
            "LimnPackage",
            [
                "PackageFixture", "LimnPackageReading", "LimnPackageWriting", "LimnGeometry", "LimnInk", "LimnForms",
                "LimnCompression", "LimnFiles", systemPackage,
            ], exclude: ["Fixtures"]),
        .executableTarget(
            name: "EngineFixture",
            dependencies: [
                "Limn", "LimnPipeline", "LimnJobs", "LimnWorker", "LimnGeometry", "LimnInk", "LimnFiles", "LimnForms",
                "LimnHandwriting", "LimnFormDetection", "LimnPictures", "LimnRebase", systemPackage,
            ], path: "Tests/EngineFixture", swiftSettings: settings),
        .executableTarget(
            name: "ForgerFixture",
            dependencies: ["LimnWorker", "LimnWorkerService", "LimnJobs", "LimnGeometry", "LimnInk"],
            path: "Tests/ForgerFixture", swiftSettings: settings),
        tests(
            "Limn",
            [
                "EngineFixture", "ForgerFixture", "limn-worker", "LimnInProcess", "LimnPipeline", "LimnForms",
                "LimnJobs", "LimnWorker", systemPackage,
            ]),
        tests(
            "LimnPipeline",
            [
                "limn-worker", "LimnJobs", "LimnPictures", "LimnPDFRendering", "LimnGeometry", "LimnInk",
                "LimnInkFormats",
                "LimnForms", "LimnFiles", "LimnLibrary", systemPackage,
            ]),
        tests(
            "LimnWorkerService",
            [
                "LimnJobs", "LimnPackage", "LimnPictures", "LimnWorker", "LimnGeometry", "LimnInk", "LimnForms",
                "LimnFiles", systemPackage,
            ]),
        tests("LimnBatch", ["limn-worker", "LimnFiles", systemPackage]),
        tests("LimnAccess", ["LimnLibrary", systemPackage]),
        tests(
            "LimnServer",
            [
                "limn-server", "limn-worker", "LimnAccess", "LimnGeometry", "LimnInk", "LimnForms", "LimnFiles",
                "LimnLibrary", "LimnSync", "LimnPictures", "LimnPipeline", systemPackage,
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "limn", "limn-worker", "TestSupport", "LimnGeometry", "LimnInk", systemPackage,
            ],
            swiftSettings: language),
    ]
)

if isForSuite {
    // The fixed jobs whose instructions `Scripts/gate` counts.
    package.targets.append(
        .executableTarget(
            name: "Jobs",
            dependencies: [
                "LimnGeometry", "LimnInk", "LimnInkFormats", "LimnRaster", "LimnPDFRendering", "LimnPictures", "Limn",
                "LimnInProcess", systemPackage,
            ], path: "Benchmarks/Sources/Jobs", swiftSettings: settings + optimization))
}

// `Scripts/test MODULE…` names the test targets that it wants; what only others need is not built then.
if let tested = Context.environment["SUITE_TESTED"] {
    let names = Set(tested.split(separator: " ").map { String($0) })
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
