// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func limn(_ product: String) -> Target.Dependency { .product(name: product, package: "limn") }

/// What is measured inside one process, by `Scripts/bench`. The build of the tests has the fixed jobs of `Scripts/gate`, in
/// Sources/Jobs.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "limn", path: ".."),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // Cairo's own PNG writer, the peer of Limn's.
        .systemLibrary(name: "CCairoPeer", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        // The peer of the compressor for scanlines.
        .systemLibrary(name: "CDeflatePeer", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .executableTarget(
            name: "Measure",
            dependencies: [
                "CCairoPeer", "CDeflatePeer", limn("LimnGeometry"), limn("LimnInk"), limn("LimnInkFormats"),
                limn("LimnRaster"), limn("LimnPDFRendering"), limn("LimnPictures"), limn("LimnFiles"),
                limn("LimnLibrary"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // The ink of the picture in LimnInk's article on brushes.
        .executableTarget(
            name: "BrushSheet", dependencies: [limn("LimnGeometry"), limn("LimnInk")], swiftSettings: settings),
    ]
)
