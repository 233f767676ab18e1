// SPDX-License-Identifier: GPL-3.0-or-later

extension LibraryStore {
    /// Reads the form values of a character with their pictures, without its ink.
    ///
    /// Each picture is read by a call of its own. A picture that another program removes in between is omitted.
    ///
    /// - Returns: the values; if they cannot be read, ``FormSnapshot/damage`` has the reason.
    /// - Throws: ``LibraryError``; `notFound` for the character. Damage does not make the call fail.
    public func formSnapshot(of id: CharacterID) throws(LibraryError) -> FormSnapshot {
        let values: FormValues
        do throws(LibraryError) { values = try formValues(of: id) } catch {
            guard error.code == .damaged else { throw error }
            return FormSnapshot(damage: error)
        }
        var pictures: [String: [UInt8]] = [:]
        for hash in values.entries.pictureHashes {
            // Pictures that are damaged, or were removed in the meantime, are omitted.
            do throws(LibraryError) { pictures[hash] = try formPicture(hash, of: id) } catch {
                guard error.code == .damaged || error.code == .notFound else { throw error }
            }
        }
        return FormSnapshot(values: values, pictures: pictures)
    }
}
