/// Arrays, and parts of them, whose elements are in order, each once.
extension RandomAccessCollection where Element: Comparable, Index == Int {
    /// The first index whose element is not before another.
    func insertionIndex(of element: Element) -> Int {
        // What comes last is asked for most: identifiers and times grow.
        if let last, last < element { return endIndex }
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// What comes after an element, which need not be there; all of it after none.
    func after(_ element: Element?) -> SubSequence {
        guard let element else { return self[...] }
        let index = insertionIndex(of: element)
        return self[(index < endIndex && self[index] == element ? index + 1 : index)...]
    }

    /// What comes before an element, which need not be there; all of it before none.
    func before(_ element: Element?) -> SubSequence {
        guard let element else { return self[...] }
        return self[..<insertionIndex(of: element)]
    }
}

extension Array where Element: Comparable {
    mutating func insertInOrder(_ element: Element) {
        let index = insertionIndex(of: element)
        if index == count || self[index] != element { insert(element, at: index) }
    }

    mutating func removeInOrder(_ element: Element) {
        let index = insertionIndex(of: element)
        if index < count, self[index] == element { remove(at: index) }
    }
}
