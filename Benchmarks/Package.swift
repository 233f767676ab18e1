// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

func limn(_ product: String) -> Target.Dependency { .product(name: product, package: "limn") }

/// What is measured inside one process; `Scripts/bench` runs it and the programs that are measured from outside.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "limn", path: "..")],
    targets: [
        // Cairo's own PNG writer, the peer of Limn's.
        .systemLibrary(name: "CCairoPeer", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .executableTarget(
            name: "Measure",
            dependencies: [
                "CCairoPeer", limn("LimnGeometry"), limn("LimnInk"), limn("LimnInkFormats"), limn("LimnRaster"),
                limn("LimnPDFRendering"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ]
)
