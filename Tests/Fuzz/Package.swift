// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

func limn(_ product: String) -> Target.Dependency { .product(name: product, package: "limn") }

/// What `Scripts/fuzz` runs under libFuzzer and the address sanitizer; it links only when built for them.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "limn", path: "../.."),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CFuzzer", limn("LimnGeometry"), limn("LimnInk"), limn("LimnInkFormats"), limn("LimnCompression"),
                limn("LimnFiles"), limn("LimnPackage"), limn("LimnPackageReading"), limn("LimnPackageWriting"),
                limn("LimnPDFObjects"), limn("LimnForms"), limn("LimnFormData"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ]
)
