// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
internal import LimnLibrary
package import SystemPackage

/// Units that travel together. `Documentation/Sync.md` describes its bytes.
package struct SyncPacket: Sendable {
    package var units: [CodedUnit]

    package init(units: [CodedUnit]) { self.units = units }
}

/// The bytes of a packet, and the name that follows from them: the id of its library, a slash, and a hash.
package struct EncodedPacket: Sendable {
    package let name: String
    package let bytes: [UInt8]
}

/// A place through which libraries exchange what has changed: a folder that some other program carries, or a server.
///
/// A place may deliver packets late, twice, in any order, or not at all; what has arrived is never wrong.
package protocol LibrarySync {
    /// Identifies the place for good. A place that was emptied is another one.
    var id: String { get }

    /// Returns the names of the packets at the place, those of this library, too.
    func packets() throws(SyncError) -> [String]
    /// Reads a packet; nil if it has not completely arrived.
    func packet(_ name: String) throws(SyncError) -> SyncPacket?
    /// Returns a packet as the place keeps it. Equal packets have the same name.
    func encoded(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> EncodedPacket
    /// Puts a packet there. It survives a power loss when the call returns.
    func send(_ packet: EncodedPacket) throws(SyncError)
    /// Returns the PDF with a hash; nil if it is not there, or not completely.
    func template(_ hash: String) throws(SyncError) -> FilePath?
    /// Puts a PDF there, unless there is one with that hash.
    func sendTemplate(_ hash: String, _ file: InputFile) throws(SyncError)
}

/// The reason why a sync has failed.
package struct SyncError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
