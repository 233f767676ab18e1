// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

/// The five programs of Programs.md, in the documentation of Limn, as somebody else's package.
/// `Scripts/lib/consumer.sh` builds and runs them.
let programs = ["PageAsPicture", "InkInMemory", "AskingFirst", "FiftyRequests", "DrawnCharacter", "OwnAllocator"]

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "limn", path: "../..")],
    targets: programs.map { name in
        .executableTarget(name: name, dependencies: [.product(name: "Limn", package: "limn")])
    }
)
