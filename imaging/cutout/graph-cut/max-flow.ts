// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Directions to the eight neighbours; direction d is opposite to 7 - d. */
export const neighbourSteps = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const

const free = 0
const source = 1
const sink = 2
const noParent = -1
const terminal = 8
const orphan = 9

/**
 * Minimum cut of a picture-shaped graph with eight neighbours per pixel. Boykov and Kolmogorov, "An Experimental
 * Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization in Vision", 2004. Capacities are whole numbers, so
 * the answer is exact and the same on every machine. A ring of unconnected cells around the picture saves bounds checks.
 */
export class GridCut {
  private readonly stride: number
  private readonly width: number
  private readonly height: number
  private readonly offsets: Int32Array
  /** Left over from each cell in each of the eight directions. */
  private readonly capacity: Int32Array
  /** What each cell was last said to want: the source (positive) or the sink (negative). */
  private readonly wanted: Int32Array
  /** Left over from the source (positive) or to the sink (negative). */
  private readonly terminals: Int32Array
  private readonly tree: Uint8Array
  private readonly parent: Int8Array
  private readonly stamp: Int32Array
  private readonly depth: Int32Array
  /** Waiting cells as a linked list; a cell that does not wait has -1, the last one itself. */
  private readonly nextActive: Int32Array
  private firstActive = -1
  private lastActive = -1
  private readonly orphans: number[] = []
  private orphanCount = 0
  private time = 0

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.stride = width + 2
    const cells = this.stride * (height + 2)
    this.offsets = Int32Array.from(neighbourSteps, ([dx, dy]) => dy * this.stride + dx)
    this.capacity = new Int32Array(cells * 8)
    this.wanted = new Int32Array(cells)
    this.terminals = new Int32Array(cells)
    this.tree = new Uint8Array(cells)
    this.parent = new Int8Array(cells).fill(noParent)
    this.stamp = new Int32Array(cells)
    this.depth = new Int32Array(cells)
    this.nextActive = new Int32Array(cells).fill(-1)
  }

  /**
   * What it costs to put a pixel on the sink's side (positive) or on the source's (negative). May be said anew after
   * `solve`, which then keeps the flow it has: Kohli and Torr, "Dynamic Graph Cuts", 2007.
   */
  setTerminal(x: number, y: number, preference: number): void {
    const p = (y + 1) * this.stride + x + 1
    this.terminals[p] = this.terminals[p]! + preference - this.wanted[p]!
    this.wanted[p] = preference
  }

  /** What it costs to separate a pixel from its neighbour in `direction`, both ways. The neighbour must exist. */
  setLink(x: number, y: number, direction: number, cost: number): void {
    const p = (y + 1) * this.stride + x + 1
    this.capacity[p * 8 + direction] = cost
    this.capacity[(p + this.offsets[direction]!) * 8 + 7 - direction] = cost
  }

  /**
   * Runs the flow. @returns 1 for pixels on the source's side, as few as any cheapest cut has there: whichever way the
   * flow takes, this cut is the same
   */
  solve(): Uint8Array {
    this.pushBetweenNeighbours()
    this.startTrees()
    for (let p = this.takeActive(); p >= 0; p = this.takeActive()) {
      let direction = this.grow(p)
      while (direction >= 0) {
        this.time++
        this.augment(p, direction)
        this.adopt()
        direction = this.tree[p] === free ? -1 : this.grow(p)
      }
    }
    const out = new Uint8Array(this.width * this.height)
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        out[y * this.width + x] = this.tree[(y + 1) * this.stride + x + 1] === source ? 1 : 0
      }
    }
    return out
  }

  /** The shortest ways first, for which no tree is needed: most of the flow goes there. */
  private pushBetweenNeighbours(): void {
    const { capacity, offsets, terminals } = this
    for (let p = 0; p < terminals.length; p++) {
      for (let d = 0; terminals[p]! > 0 && d < 8; d++) {
        const q = p + offsets[d]!
        if (terminals[q]! >= 0) continue
        const amount = Math.min(capacity[p * 8 + d]!, terminals[p]!, -terminals[q]!)
        capacity[p * 8 + d] = capacity[p * 8 + d]! - amount
        capacity[q * 8 + 7 - d] = capacity[q * 8 + 7 - d]! + amount
        terminals[p] = terminals[p]! - amount
        terminals[q] = terminals[q]! + amount
      }
    }
  }

  private startTrees(): void {
    this.tree.fill(free)
    this.parent.fill(noParent)
    this.stamp.fill(0)
    this.time = 0
    for (let p = 0; p < this.terminals.length; p++) {
      if (this.terminals[p] === 0) continue
      this.tree[p] = this.terminals[p]! > 0 ? source : sink
      this.parent[p] = terminal
      this.depth[p] = 1
      this.activate(p)
    }
  }

  private activate(p: number): void {
    if (this.nextActive[p]! >= 0) return
    if (this.lastActive >= 0) this.nextActive[this.lastActive] = p
    else this.firstActive = p
    this.lastActive = p
    this.nextActive[p] = p
  }

  private takeActive(): number {
    while (this.firstActive >= 0) {
      const p = this.firstActive
      const next = this.nextActive[p]!
      this.nextActive[p] = -1
      if (next === p) {
        this.firstActive = -1
        this.lastActive = -1
      } else {
        this.firstActive = next
      }
      if (this.tree[p] !== free) return p
    }
    return -1
  }

  /** Spreads p's tree to free neighbours. @returns the direction in which the other tree was met, or -1 */
  private grow(p: number): number {
    const { capacity, offsets, tree, parent, stamp, depth } = this
    const mine = tree[p]!
    for (let d = 0; d < 8; d++) {
      const q = p + offsets[d]!
      const open = mine === source ? capacity[p * 8 + d]! : q >= 0 ? (capacity[q * 8 + 7 - d] ?? 0) : 0
      if (open <= 0) continue
      if (tree[q] === free) {
        tree[q] = mine
        parent[q] = 7 - d
        stamp[q] = stamp[p]!
        depth[q] = depth[p]! + 1
        this.activate(q)
      } else if (tree[q] !== mine) {
        return d
      } else if (stamp[q]! <= stamp[p]! && depth[q]! > depth[p]! + 1) {
        parent[q] = 7 - d
        stamp[q] = stamp[p]!
        depth[q] = depth[p]! + 1
      }
    }
    return -1
  }

  /** Pushes as much as fits along source tree, the meeting edge, sink tree. */
  private augment(p: number, direction: number): void {
    const q = p + this.offsets[direction]!
    const isForward = this.tree[p] === source
    const from = isForward ? p : q
    const to = isForward ? q : p
    const edge = from * 8 + (isForward ? direction : 7 - direction)
    const back = to * 8 + (isForward ? 7 - direction : direction)
    const amount = Math.min(this.capacity[edge]!, this.room(from, source), this.room(to, sink))
    this.capacity[edge] = this.capacity[edge]! - amount
    this.capacity[back] = this.capacity[back]! + amount
    this.push(from, source, amount)
    this.push(to, sink, amount)
  }

  private room(start: number, side: number): number {
    let least = Number.POSITIVE_INFINITY
    let p = start
    while (this.parent[p] !== terminal) {
      const d = this.parent[p]!
      const q = p + this.offsets[d]!
      least = Math.min(least, side === source ? this.capacity[q * 8 + 7 - d]! : this.capacity[p * 8 + d]!)
      p = q
    }
    return Math.min(least, Math.abs(this.terminals[p]!))
  }

  private push(start: number, side: number, amount: number): void {
    const { capacity } = this
    let p = start
    while (this.parent[p] !== terminal) {
      const d = this.parent[p]!
      const q = p + this.offsets[d]!
      const along = side === source ? q * 8 + 7 - d : p * 8 + d
      const against = side === source ? p * 8 + d : q * 8 + 7 - d
      capacity[along] = capacity[along]! - amount
      capacity[against] = capacity[against]! + amount
      if (capacity[along] === 0) this.orphan(p)
      p = q
    }
    this.terminals[p] = this.terminals[p]! + (side === source ? -amount : amount)
    if (this.terminals[p] === 0) this.orphan(p)
  }

  private orphan(p: number): void {
    this.parent[p] = orphan
    this.orphans[this.orphanCount++] = p
  }

  private adopt(): void {
    for (let i = 0; i < this.orphanCount; i++) this.adoptOne(this.orphans[i]!)
    this.orphanCount = 0
  }

  private adoptOne(p: number): void {
    const { capacity, offsets, tree, parent, stamp, depth } = this
    const mine = tree[p]!
    let best = -1
    let bestDepth = Number.POSITIVE_INFINITY
    for (let d = 0; d < 8; d++) {
      const q = p + offsets[d]!
      if (tree[q] !== mine || parent[q] === noParent) continue
      const open = mine === source ? capacity[q * 8 + 7 - d]! : capacity[p * 8 + d]!
      if (open <= 0) continue
      const found = this.depthToTerminal(q)
      if (found < bestDepth) {
        best = d
        bestDepth = found
      }
    }
    if (best >= 0) {
      parent[p] = best
      stamp[p] = this.time
      depth[p] = bestDepth + 1
      return
    }
    for (let d = 0; d < 8; d++) {
      const q = p + offsets[d]!
      if (tree[q] !== mine) continue
      if (parent[q] === 7 - d) this.orphan(q)
      const open = mine === source ? capacity[q * 8 + 7 - d]! : capacity[p * 8 + d]!
      if (open > 0) this.activate(q)
    }
    tree[p] = free
    parent[p] = noParent
  }

  /** Steps from q to its terminal, marking the way; infinite when the way ends at an orphan. */
  private depthToTerminal(start: number): number {
    const { offsets, parent, stamp, depth } = this
    let steps = 0
    let q = start
    for (;;) {
      if (stamp[q] === this.time) {
        steps += depth[q]!
        break
      }
      const d = parent[q]!
      steps++
      if (d === terminal) {
        stamp[q] = this.time
        depth[q] = 1
        break
      }
      if (d === orphan || d === noParent) return Number.POSITIVE_INFINITY
      q += offsets[d]!
    }
    let remaining = steps
    q = start
    while (stamp[q] !== this.time) {
      stamp[q] = this.time
      depth[q] = remaining--
      q += offsets[parent[q]!]!
    }
    return steps
  }
}
