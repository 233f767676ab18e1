// SPDX-License-Identifier: GPL-3.0-or-later

extension ChangeWriter {
    /// Returns the /Resources of an overlay's form. Resources that have not been written yet are written first.
    mutating func resources(of overlay: PageOverlay) throws(PDFObjectsError) -> PDFValue {
        if overlay.fonts.isEmpty, overlay.drawnFonts.isEmpty, overlay.pictures.isEmpty, overlay.pages.isEmpty,
            overlay.layers.isEmpty, overlay.patterns.isEmpty
        {
            return overlay.resources
        }
        var entries = overlay.resourceEntries
        var fonts: [PDFEntry] = []
        for (name, font) in overlay.fonts.sorted(by: { $0.key < $1.key }) {
            fonts.append(("/\(name)", .reference(try object(of: font))))
        }
        for (name, font) in overlay.drawnFonts.sorted(by: { $0.key < $1.key }) {
            fonts.append(("/\(name)", .reference(try object(of: font))))
        }
        var pictures: [PDFEntry] = []
        for (name, picture) in overlay.pictures.sorted(by: { $0.key < $1.key }) {
            pictures.append(("/\(name)", .reference(try object(of: picture))))
        }
        for (name, page) in overlay.pages.sorted(by: { $0.key < $1.key }) {
            pictures.append(("/\(name)", .reference(try object(of: page))))
        }
        var layers: [PDFEntry] = []
        for (name, layer) in overlay.layers.sorted(by: { $0.key < $1.key }) {
            layers.append(("/\(name)", .reference(try object(of: layer))))
        }
        var patterns: [PDFEntry] = []
        for (name, pattern) in overlay.patterns.sorted(by: { $0.key < $1.key }) {
            patterns.append(("/\(name)", .reference(try object(of: pattern))))
        }
        if !patterns.isEmpty { entries.append(("/Pattern", .dictionary(patterns))) }
        if !layers.isEmpty { entries.append(("/Properties", .dictionary(layers))) }
        if !fonts.isEmpty { entries.append(("/Font", .dictionary(fonts))) }
        if !pictures.isEmpty { entries.append(("/XObject", .dictionary(pictures))) }
        return .dictionary(entries)
    }
}
