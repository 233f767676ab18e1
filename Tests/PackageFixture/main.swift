// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnPackageReading
import LimnPackageWriting
import SystemPackage

// Unpacks a package and packs it again, under the resource limits of its caller: PackageFixture IN OUT

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(64) }
// As in the command: exceeding a file size limit is an error and does not end the process.
signal(SIGXFSZ, SIG_IGN)
do {
    let package = try PackageReader().read(InputFile(FilePath(arguments[1])))
    try PackageWriter().write(package, to: FilePath(arguments[2]))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
