// SPDX-License-Identifier: GPL-3.0-or-later

/// Starts threads for drawing.
package enum DrawingThread {
    /// Starts a thread with a stack that is large enough for poppler, which recurses deeply. It does nothing if the system
    /// cannot create one.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        WorkThread(body)?.detach()
    }
}
