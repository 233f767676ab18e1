// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Returns whether a page has something that ``mended(pages:)`` would mend, and what may look different in poppler in
    /// any case. This document does not change.
    ///
    /// - Parameter index: the page, counted from 0.
    package func lookForMends(onPage index: Int) -> (needsMending: Bool, doubts: Set<MendingDoubt>) {
        guard let leaf = try? tree.leaf(at: index) else { return (false, []) }
        let mending = PageMending(file, isDry: true)
        mending.mend(leaf)
        return (mending.isChanged || ((try? mendLayers(isDry: true)) ?? false), mending.doubts)
    }

    /// Mends pages of this document, which must not be used for anything but drawing afterwards. Returns its bytes,
    /// without encryption.
    ///
    /// - Parameter pages: the pages, counted from 0. Pages that do not exist are passed over.
    /// - Throws: the errors of ``rewritten()``.
    package func mended(pages: Range<Int>) throws(PDFObjectsError) -> [UInt8] {
        _ = try mendLayers(isDry: false)
        var name = 1
        for index in pages {
            guard let leaf = try? tree.leaf(at: index) else { break }
            let mending = PageMending(file, isDry: false, firstName: name)
            mending.mend(leaf)
            name = mending.nextName
        }
        return try decrypted()
    }

    /// Switches layers off and on as their usage tells viewers (ISO 32000-2, 8.11.4.4). Returns whether it has changed
    /// anything, or would.
    private func mendLayers(isDry: Bool) throws(PDFObjectsError) -> Bool {
        guard let configuration = try file.root()["/OCProperties"]?["/D"], configuration.isDictionary else {
            return false
        }
        var states: [ObjectID: Bool] = [:]
        var layers: [ObjectID: PDFObject] = [:]
        for usage in configuration["/AS"]?.items ?? [] where usage["/Event"]?.isName("/View") == true {
            guard usage["/Category"]?.items.contains(where: { $0.isName("/View") }) == true else { continue }
            for layer in usage["/OCGs"]?.items ?? [] {
                guard let id = layer.identity, let state = layer["/Usage"]?["/View"]?["/ViewState"]?.name else {
                    continue
                }
                (states[id], layers[id]) = (state != "OFF", layer)
            }
        }
        let isOn = configuration["/BaseState"]?.isName("/OFF") != true
        let (on, off) = (
            configuration["/ON"]?.items.compactMap(\.identity) ?? [],
            configuration["/OFF"]?.items.compactMap(\.identity) ?? []
        )
        states = states.filter { id, state in (off.contains(id) ? false : on.contains(id) ? true : isOn) != state }
        guard !states.isEmpty, !isDry else { return !states.isEmpty }
        for (key, isOn) in [("/ON", true), ("/OFF", false)] {
            let list = try file.newArray()
            for layer in configuration[key]?.items ?? [] where layer.identity.map({ states[$0] == nil }) ?? true {
                try list.append(layer)
            }
            for (id, layer) in layers.sorted(by: { $0.key.number < $1.key.number }) where states[id] == isOn {
                try list.append(layer)
            }
            try configuration.set(key, list)
        }
        return true
    }
}
