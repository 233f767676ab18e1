// SPDX-License-Identifier: GPL-3.0-or-later
import Limn

let paths = CommandLine.arguments.dropFirst().map { FilePath($0) }
var request = FlattenRequest(template: paths[0], ink: paths[1], output: paths[2], for: .everyone)
do {
    _ = try await Engine().flatten(request)
} catch {
    print(error.code == .signed ? "This document is signed. Break its signature? (yes/no)" : "\(error)")
    guard error.code == .signed, readLine() == "yes" else { throw error }
    request.force = true
    _ = try await Engine().flatten(request)
}
