// SPDX-License-Identifier: Apache-2.0

/// The order of a CRDT sequence, which several people may edit concurrently. Each element stores the neighbors that it
/// had when it was inserted.
enum RemarkableSequence {
    /// An element and its neighbors.
    struct Link {
        var id: RemarkableID
        var left: RemarkableID
        var right: RemarkableID
    }

    /// Returns the indices of elements in sequence order.
    ///
    /// This is a topological sort by levels, with ascending identifiers in each level. Missing neighbors are treated
    /// as the start or the end. Elements in cycles come last, in file order.
    static func order(_ links: [Link]) -> [Int] {
        if isChain(links) { return Array(links.indices) }
        var indices: [RemarkableID: Int] = [:]
        for (index, link) in links.enumerated() where indices[link.id] == nil { indices[link.id] = index }

        // For each element: the number of its predecessors, and a linked list of the elements that have it as their
        // left neighbor.
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

    /// Returns whether the left neighbor of every element is the previous element, as on a page that was written in
    /// order.
    private static func isChain(_ links: [Link]) -> Bool {
        var last = RemarkableID.none
        for link in links {
            guard link.left == last, link.right == .none else { return false }
            last = link.id
        }
        return true
    }
}
