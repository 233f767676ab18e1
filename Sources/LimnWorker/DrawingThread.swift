// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Starts threads for drawing.
package enum DrawingThread {
    /// Starts a thread with a stack that is large enough for poppler, which recurses deeply.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 16 << 20
        thread.start()
    }
}
