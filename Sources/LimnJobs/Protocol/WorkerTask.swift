// SPDX-License-Identifier: GPL-3.0-or-later

/// The task of a worker for an owner's documents. No worker performs two tasks.
package enum WorkerTask: Hashable, Sendable, CaseIterable {
    /// The worker reads documents and ink, and makes pictures and exports.
    case makes
    /// The worker compares exports with their originals. It has parsed only native ink and has made no export.
    case judges
    /// The worker reads handwriting. It opens no documents.
    case reads
}
