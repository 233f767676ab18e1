// SPDX-License-Identifier: GPL-3.0-or-later
import Limn

let engine = Engine()
let document = Source.path(FilePath(CommandLine.arguments[1]))
let page = try await engine.render(document, page: 3, size: .dpi(150))
print("\(page.width) × \(page.height) pixels, \(page.bytes.count) bytes of PNG")
