// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnPackage
import SystemPackage

// Unpacks a package and packs it again, within the limits that its caller has set: PackageFixture IN OUT

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(64) }
// As the command does: a file that may not grow is an error, not the end.
signal(SIGXFSZ, SIG_IGN)
do {
    let package = try PackageReader().read(InputFile(FilePath(arguments[1])))
    try PackageWriter().write(package, to: FilePath(arguments[2]))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
