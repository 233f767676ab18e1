// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnLibrary
package import SystemPackage

/// A portion of what a place has for a library.
package struct Arrivals: Sendable {
    package struct Unit: Sendable {
        /// The name of the packet that brought it; empty if the place keeps no packets.
        package var packet: String
        package var unit: CodedUnit
    }

    package var units: [Unit] = []
    /// The names of the packets that have completely arrived.
    package var packets: [String] = []
    /// Sentences about what has not arrived.
    package var notes: [String] = []
}

/// A place through which libraries exchange what has changed: a folder that some other program carries, or a server.
///
/// A place may deliver units late, twice, in any order, or not at all; what has arrived is never wrong.
package protocol LibrarySync {
    /// Identifies the place for good. A place that was emptied is another one.
    var id: String { get }

    /// Sends a packet. What it brings survives a power loss when the call returns.
    func send(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> SyncReceipt
    /// Returns the PDF with a hash; nil if it is not there, or not completely.
    func template(_ hash: String) throws(SyncError) -> FilePath?
    /// Puts a PDF there, unless there is one with that hash.
    ///
    /// - Returns: a sentence if the place refuses it; nil if it is there.
    func sendTemplate(_ hash: String, named name: String, _ file: InputFile) throws(SyncError) -> String?
}

/// What a place says of a packet that was sent there.
package struct SyncReceipt: Codable, Sendable {
    /// The name of the packet; nil if the place keeps no packets.
    package var packet: String?
    /// What the place has of the units now; nil if it has all of them as they were sent.
    package var has: [KnownUnit]?
    /// Sentences about what the place could not take in.
    package var notes: [String] = []

    package init(packet: String? = nil) { self.packet = packet }
}

/// A place that keeps packets by name. The name begins with the id of the library that sent the packet, and a slash.
package protocol PacketSync: LibrarySync {
    /// Returns the names of the packets.
    func packets() throws(SyncError) -> [String]
    /// Reads a packet; nil if it has not completely arrived.
    func packet(_ name: String) throws(SyncError) -> SyncPacket?
}

extension PacketSync {
    /// Returns what has arrived in packets that were not read yet.
    func arrivals(besides read: Set<String>) throws(SyncError) -> Arrivals {
        var arrivals = Arrivals()
        for name in try packets() where !read.contains(name) {
            do {
                guard let packet = try packet(name) else {
                    arrivals.notes.append("\(name) has not completely arrived yet.")
                    continue
                }
                arrivals.packets.append(name)
                arrivals.units += packet.units.map { Arrivals.Unit(packet: name, unit: $0) }
            } catch { arrivals.notes.append("\(error)") }
        }
        return arrivals
    }
}

/// A library that takes part itself, and answers to requests: what it says that it has, it has, however that came there.
/// ``SyncHost`` is what answers.
package protocol PeerSync: LibrarySync {
    /// Returns the next packet of what the library that asks lacks. It is empty when nothing is left.
    func packet(for request: SyncRequest) throws(SyncError) -> SyncPacket
}

/// The reason why a sync has failed.
package struct SyncError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
