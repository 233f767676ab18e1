// SPDX-License-Identifier: GPL-3.0-or-later
import Limn

let engine = Engine()
let document = Source.path(FilePath(CommandLine.arguments[1]))
let requests = (1...50).map { number in Task { try await engine.thumbnail(document, size: 8 * number) } }
requests[24].cancel()
for request in requests {
    switch await request.result {
    case .success(let picture): print("\(picture.width) × \(picture.height) pixels")
    case .failure(let error): print((error as? LimnError)?.code == .cancelled ? "cancelled" : "\(error)")
    }
}
