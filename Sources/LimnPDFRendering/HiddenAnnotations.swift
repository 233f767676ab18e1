// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler

extension PDFPage {
    /// Runs `body` while all annotations and form fields of the page are hidden. The file does not change.
    public func withAnnotationsHidden<R>(_ body: () throws -> R) rethrows -> R {
        try withAnnotationFlags({ $0 | POPPLER_ANNOT_FLAG_HIDDEN.rawValue }, body)
    }

    /// Runs `body` while exactly the annotations that are visible on the screen have the flag Print. The file does not
    /// change.
    public func withAnnotationsPrintedAsShown<R>(_ body: () throws -> R) rethrows -> R {
        try withAnnotationFlags(
            { flags in
                let isShown = flags & POPPLER_ANNOT_FLAG_NO_VIEW.rawValue == 0
                return flags | (isShown ? POPPLER_ANNOT_FLAG_PRINT : POPPLER_ANNOT_FLAG_HIDDEN).rawValue
            }, body)
    }

    private func withAnnotationFlags<R>(
        _ change: (_ flags: UInt32) -> UInt32, _ body: () throws -> R
    ) rethrows -> R {
        let mappings = poppler_page_get_annot_mapping(handle)
        defer { poppler_page_free_annot_mapping(mappings) }
        var shown: [(annotation: OpaquePointer, flags: PopplerAnnotFlag)] = []
        var next = mappings
        while let item = next?.pointee {
            let mapping = item.data.assumingMemoryBound(to: PopplerAnnotMapping.self)
            if let annotation = mapping.pointee.annot {
                let flags = poppler_annot_get_flags(annotation)
                let changed = change(flags.rawValue)
                // Set flags only if they change, because poppler then regenerates some appearances.
                if changed != flags.rawValue {
                    poppler_annot_set_flags(annotation, PopplerAnnotFlag(rawValue: changed))
                    shown.append((annotation, flags))
                }
            }
            next = item.next
        }
        defer { for (annotation, flags) in shown { poppler_annot_set_flags(annotation, flags) } }
        return try body()
    }
}
