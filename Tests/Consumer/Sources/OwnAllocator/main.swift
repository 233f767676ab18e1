// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a page, and tells whether this process has a heap of the C library's own malloc.

import Foundation
import Limn

let page = try await Engine().render(.path(FilePath(CommandLine.arguments[1])), size: .dpi(150))
let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
print(page.bytes.isEmpty ? "nothing" : "drawn", maps.contains("[heap]") ? "own heap" : "no heap")
