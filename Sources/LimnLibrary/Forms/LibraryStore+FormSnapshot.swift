// SPDX-License-Identifier: GPL-3.0-or-later

extension LibraryStore {
    /// The form values of a character with their pictures, without reading its ink.
    ///
    /// - Returns: values that cannot be read have ``FormSnapshot/damage``.
    public func formSnapshot(of id: CharacterID) throws(LibraryError) -> FormSnapshot {
        let values: FormValues
        do throws(LibraryError) { values = try formValues(of: id) } catch {
            guard error.code == .damaged else { throw error }
            return FormSnapshot(damage: error)
        }
        var pictures: [String: [UInt8]] = [:]
        for hash in values.entries.pictureHashes {
            // A picture that is damaged, or was removed in the meantime, is omitted.
            do throws(LibraryError) { pictures[hash] = try formPicture(hash, of: id) } catch {
                guard error.code == .damaged || error.code == .notFound else { throw error }
            }
        }
        return FormSnapshot(values: values, pictures: pictures)
    }
}
