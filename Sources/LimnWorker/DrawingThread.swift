// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A thread that may draw.
package enum DrawingThread {
    /// Starts a thread whose stack is large enough for poppler, which recurses deeply where it runs in this process.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 16 << 20
        thread.start()
    }
}
