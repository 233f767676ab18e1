// SPDX-License-Identifier: GPL-3.0-or-later
import Limn

let paths = CommandLine.arguments.dropFirst().map { FilePath($0) }
var request = FlattenRequest(template: paths[0], ink: paths[1], output: paths[2])
do {
    _ = try await Engine().flatten(request)
} catch let error where error.code == .signed {
    print("This document is signed, and the ink would break its signature. Write it anyway? (yes/no)")
    guard readLine() == "yes" else { throw error }
    request.force = true
    _ = try await Engine().flatten(request)
}
