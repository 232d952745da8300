interface FairQueueOptions {
  /** Cost of all work that runs at a time. */
  total: number
  /** The same for one owner. A piece of work that costs more runs alone. */
  perOwner: number
  /** Pieces of work that wait, of all owners. Beyond it, the owner with the most gives up its last one. */
  waiting?: number
  waitingPerOwner?: number
  /** How long a piece of work waits at most. */
  waitMs?: number
  /** While so many wait (a flood), a place rests for this multiple of the time that its work took: other work keeps a part of the machine. */
  rest?: { fromWaiting: number; factor: number }
  /** The error for work that is given up. */
  busy: () => Error
}

/** Runs `work` for an owner when its turn comes. `cost` is 1 unless said otherwise. */
export type FairQueue = <T>(owner: string, work: () => Promise<T>, cost?: number) => Promise<T>

interface Piece {
  cost: number
  start: () => void
  drop: () => void
}

interface Owner {
  used: number
  waiting: Piece[]
}

/**
 * Limits work that takes memory or a core. The owners (landlords, networks) take turns, one piece of work each; the work of one owner keeps its order.
 * A caller with much to do waits longer, and the others hardly notice.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { total, perOwner, waiting: mostWaiting = Infinity, waitingPerOwner = Infinity } = options
  const { waitMs, rest = { fromWaiting: 1, factor: 0 }, busy } = options
  /** In the order of their turns. */
  const owners = new Map<string, Owner>()
  let used = 0
  let waiting = 0

  function fill(): void {
    while (startNext());
  }

  function startNext(): boolean {
    for (const [name, owner] of owners) {
      const next = owner.waiting[0]
      if (!next || (owner.used > 0 && owner.used + next.cost > perOwner)) continue
      // The next piece is not overtaken, or large work would never start.
      if (used > 0 && used + next.cost > total) return false
      owner.waiting.shift()
      waiting--
      toBack(name, owner)
      owner.used += next.cost
      used += next.cost
      next.start()
      return true
    }
    return false
  }

  /** Who begins or ends a piece of work has had its turn. */
  function toBack(name: string, owner: Owner): void {
    owners.delete(name)
    owners.set(name, owner)
  }

  function forget(name: string, owner: Owner): void {
    if (owner.used === 0 && owner.waiting.length === 0) owners.delete(name)
  }

  /** Resolves when the work may start. */
  function turn(name: string, owner: Owner, cost: number): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const late = waitMs === undefined ? undefined : setTimeout(() => piece.drop(), waitMs)
      const piece: Piece = {
        cost,
        start() {
          clearTimeout(late)
          resolve()
        },
        drop() {
          clearTimeout(late)
          owner.waiting.splice(owner.waiting.indexOf(piece), 1)
          waiting--
          forget(name, owner)
          reject(busy())
          fill()
        },
      }
      owner.waiting.push(piece)
      waiting++
      fill()
      if (owner.waiting.length > waitingPerOwner) piece.drop()
      else if (waiting > mostWaiting) longest(owner).waiting.at(-1)?.drop()
    })
  }

  /** The owner with the most waiting work, `latest` if it is as many. */
  function longest(latest: Owner): Owner {
    return [...owners.values()].reduce((most, one) => (one.waiting.length > most.waiting.length ? one : most), latest)
  }

  return async (name, work, cost = 1) => {
    const owner = owners.get(name) ?? { used: 0, waiting: [] }
    owners.set(name, owner)
    await turn(name, owner, cost)
    const began = performance.now()
    const free = () => {
      owner.used -= cost
      used -= cost
      toBack(name, owner)
      forget(name, owner)
      fill()
    }
    try {
      return await work()
    } finally {
      if (rest.factor > 0 && waiting >= rest.fromWaiting) setTimeout(free, rest.factor * (performance.now() - began))
      else free()
    }
  }
}
