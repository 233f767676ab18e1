// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

func limn(_ product: String) -> Target.Dependency { .product(name: product, package: "limn") }

/// A package that depends on Limn's ink alone, as an iPad app would. `Scripts/test` builds and runs it where neither poppler
/// nor cairo nor libqpdf can be found.
let package = Package(
    name: "ink-alone",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "limn", path: "../..")],
    targets: [
        .executableTarget(
            name: "InkAlone",
            dependencies: [limn("LimnGeometry"), limn("LimnInk"), limn("LimnCompression"), limn("LimnInkFormats")])
    ]
)
