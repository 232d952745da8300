import type { Sql } from 'postgres'

/** Numbers of the messages of a partition that are read and not handled, ascending, and up to which number all are handled, as stored. */
interface Progress {
  pending: Set<number>
  stored: number
}

/** How often positions are stored while there is work. After a crash, events handled since then are delivered again. */
const storeMs = 200
/** How often those of partitions without events are stored, so that old messages can be pruned. */
const idleStoreMs = 1_000

/** How far a session has read, and how far it has handled each of its partitions. */
export function trackProgress(sql: Sql, consumer: string) {
  const partitions = new Map<number, Progress>()
  let readTo = 0
  let storedAt = 0
  let idleStoredAt = 0
  const handledTo = ({ pending }: Progress) => {
    const [first] = pending
    return first === undefined ? readTo : first - 1
  }

  return {
    partitions: () => [...partitions.keys()],
    owns: (partition: number) => partitions.has(partition),
    readTo: () => readTo,
    advance: (seq: number) => void (readTo = Math.max(readTo, seq)),

    /** Notes that a message was read. @returns false when it is not one to deliver: of another's partition, or handled before */
    add(partition: number, seq: number): boolean {
      const progress = partitions.get(partition)
      if (!progress || seq <= progress.stored) return false
      progress.pending.add(seq)
      return true
    },
    handled: (partition: number, seq: number) => void partitions.get(partition)?.pending.delete(seq),

    /** Adds partitions, and starts reading over behind what is handled in each: some messages are read again. Nothing may be waiting in memory. */
    restartWith(gained: readonly { partition: number; seq: number }[]): void {
      for (const progress of partitions.values()) {
        progress.stored = Math.max(progress.stored, handledTo(progress))
        progress.pending.clear()
      }
      for (const { partition, seq } of gained) partitions.set(partition, { pending: new Set(), stored: seq })
      readTo = Math.min(...[...partitions.values()].map(({ stored }) => stored))
    },
    forget: (partition: number) => void partitions.delete(partition),

    /** Stores positions when it is time to, or all of them now. */
    async store({ isIdle, now = false }: { isIdle: boolean; now?: boolean }): Promise<void> {
      const time = performance.now()
      const all = now || (isIdle && time - idleStoredAt > idleStoreMs)
      if (!all && time - storedAt < storeMs) return
      storedAt = time
      if (all) idleStoredAt = time
      const positions = [...partitions]
        .filter(([, progress]) => handledTo(progress) > progress.stored && (all || progress.pending.size > 0))
        .map(([partition, progress]) => ({ partition, seq: handledTo(progress) }))
      if (positions.length === 0) return
      await sql`
        update bus.consumer_position p set seq = greatest(p.seq, d.seq), seen_at = now()
        from json_to_recordset(${JSON.stringify(positions)}::text::json) as d (partition smallint, seq bigint)
        where p.consumer = ${consumer} and p.partition = d.partition`
      for (const { partition, seq } of positions) {
        const progress = partitions.get(partition)
        if (progress) progress.stored = seq
      }
    },
  }
}
