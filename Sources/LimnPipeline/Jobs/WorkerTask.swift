// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker does with an owner's documents. No worker does both.
enum WorkerTask: Hashable, Sendable {
    /// Reads documents and ink, and makes pictures and exports.
    case makes
    /// Compares exports with their originals. It has parsed no ink but the native one, and made nothing.
    case judges
}
