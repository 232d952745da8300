import type { Sql } from 'postgres'
import { partitionCount } from './partitions.ts'

const everyPartition = Array.from({ length: partitionCount }, (_, partition) => partition)

/**
 * Divides a consumer's partitions among its replicas by advisory locks of their sessions: each replica holds a shared lock, by which they are counted,
 * and one for each partition that it consumes. A session that ends gives all of them back.
 */
export function divideAmongReplicas(sql: Sql, consumer: string) {
  const key = `keyhold bus ${consumer}`
  const numbers = (partitions: readonly number[]) => sql`
    (select cast(n as int) as partition from json_array_elements_text(${JSON.stringify(partitions)}::text::json) n)`

  return {
    async join(): Promise<void> {
      await sql`select pg_advisory_lock_shared(hashtext(${key}), ${partitionCount})`
      await sql`
        insert into bus.consumer_position (consumer, partition, seq)
        select ${consumer}, partition, 0 from generate_series(0, ${partitionCount - 1}) partition
        on conflict (consumer, partition) do update set seen_at = now()`
    },

    /** How many partitions each replica should consume now. */
    async size(): Promise<number> {
      const [row] = await sql<{ replicas: number }[]>`
        select count(distinct pid)::int as replicas from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = hashtext(${key})::oid and objid = ${partitionCount}::oid and objsubid = 2`
      return Math.ceil(partitionCount / Math.max(row?.replicas ?? 1, 1))
    },

    async release(partitions: readonly number[]): Promise<void> {
      if (partitions.length > 0)
        await sql`select pg_advisory_unlock(hashtext(${key}), partition) from ${numbers(partitions)} p`
    },

    /** Takes up to `wanted` partitions that nobody consumes. @returns them with their stored positions */
    async gain(owned: readonly number[], wanted: number): Promise<{ partition: number; seq: number }[]> {
      const others = everyPartition.filter((partition) => !owned.includes(partition))
      const locked = await sql<{ partition: number }[]>`
        select partition from ${numbers(others)} p where pg_try_advisory_lock(hashtext(${key}), partition)`
      await this.release(locked.slice(wanted).map(({ partition }) => partition))
      const gained = locked.slice(0, wanted).map(({ partition }) => partition)
      return sql<{ partition: number; seq: number }[]>`
        select p.partition, p.seq::float8 as seq from bus.consumer_position p join ${numbers(gained)} g using (partition)
        where p.consumer = ${consumer}`
    },
  }
}
