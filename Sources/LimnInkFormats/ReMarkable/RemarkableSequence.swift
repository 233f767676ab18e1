// SPDX-License-Identifier: Apache-2.0

/// The order of a sequence that several people may have edited at once: each element names its neighbours at the time
/// when it was put in.
enum RemarkableSequence {
    /// An element and its neighbours.
    struct Link {
        var id: RemarkableID
        var left: RemarkableID
        var right: RemarkableID
    }

    /// The indices of elements in order: what names nobody that is still to come goes first, smaller identifiers before
    /// larger ones. Neighbours that are not there count as the beginning or the end; elements in a circle come last, as
    /// they stand in the file.
    static func order(_ links: [Link]) -> [Int] {
        if isChain(links) { return Array(links.indices) }
        var indices: [RemarkableID: Int] = [:]
        for (index, link) in links.enumerated() where indices[link.id] == nil { indices[link.id] = index }

        // Each element has a list of those that name it as their left neighbour, and itself names one on its right.
        var waiting = [Int](repeating: 0, count: links.count)
        var firstFollower = [Int](repeating: -1, count: links.count)
        var nextFollower = [Int](repeating: -1, count: links.count)
        let right = links.map { $0.right == .none ? -1 : indices[$0.right] ?? -1 }
        for (index, link) in links.enumerated() {
            if right[index] >= 0 { waiting[right[index]] += 1 }
            guard link.left != .none, let left = indices[link.left] else { continue }
            waiting[index] += 1
            nextFollower[index] = firstFollower[left]
            firstFollower[left] = index
        }

        var order: [Int] = []
        order.reserveCapacity(links.count)
        var isPlaced = [Bool](repeating: false, count: links.count)
        var ready = links.indices.filter { waiting[$0] == 0 }
        while !ready.isEmpty {
            ready.sort { (links[$0].id, $0) < (links[$1].id, $1) }
            order += ready
            var next: [Int] = []
            func release(_ index: Int) {
                waiting[index] -= 1
                if waiting[index] == 0 { next.append(index) }
            }
            for index in ready {
                isPlaced[index] = true
                if right[index] >= 0 { release(right[index]) }
                var follower = firstFollower[index]
                while follower >= 0 {
                    release(follower)
                    follower = nextFollower[follower]
                }
            }
            ready = next
        }
        return order + links.indices.filter { !isPlaced[$0] }
    }

    /// Whether every element names the one before it, as in a page that one person wrote from first to last.
    private static func isChain(_ links: [Link]) -> Bool {
        var last = RemarkableID.none
        for link in links {
            guard link.left == last, link.right == .none else { return false }
            last = link.id
        }
        return true
    }
}
