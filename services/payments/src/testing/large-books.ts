import { journalFile } from '@keyhold/contracts/payments/books'
import { actors } from '@keyhold/kit/testing/test-app'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import type { PaymentsApp } from './test-app.ts'

/** Fills the books of a new landlord with so many entries of 2025, of 500 tenants, and exports them as a reader who takes each part as it comes. */
export async function exportLargeBooks(app: PaymentsApp, owner: Sql, entries: number) {
  const landlord = actors.landlord()
  const { landlordId } = landlord
  await owner`insert into tenant (landlord_id, tenant_id, name, active, account_id) select ${landlordId}, uuidv7(), 'Tenant ' || n, true, uuidv7() from generate_series(1, 500) n`
  await owner`
    with people as (select array_agg(tenant_id) as ids from tenant where landlord_id = ${landlordId}),
    made as (
      insert into journal_entry (landlord_id, id, tenant_id, kind, effective_on, recorded_at)
      select ${landlordId}, uuidv7(), p.ids[1 + n % 500], 'charged', '2025-01-01'::date + n % 365, '2025-01-01' from people p, generate_series(1, ${entries}::int) n
      returning *
    )
    insert into posting (landlord_id, entry_id, line, account, amount, effective_on, recorded_at, tenant_id)
    select m.landlord_id, m.id, l.line, l.account, l.amount, m.effective_on, m.recorded_at, m.tenant_id
    from made m cross join (values (1, 'receivable', 1000.10), (2, 'rent_income', -900.05), (3, 'other_income', -100.05)) l (line, account, amount)`
  await owner`analyze journal_entry, posting`
  const started = performance.now()
  const before = process.memoryUsage().rss
  const { stream } = await app.runtime.send('payments', journalFile, {
    actor: landlord,
    params: {},
    query: { from: '2025-01-01', to: '2025-12-31', format: 'beancount' },
    body: '',
    requestId: v7(),
    ip: '',
    secure: true,
    header: () => undefined,
  })
  let [bytes, written, peak] = [0, 0, before]
  for await (const part of stream ?? []) {
    bytes += part.length
    written += Buffer.from(part).toString('latin1').split(' #charged').length - 1
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const megabytes = (size: number) => Math.round(size / 1e5) / 10
  return {
    written,
    seconds: (performance.now() - started) / 1000,
    megabytes: megabytes(bytes),
    growth: megabytes(peak - before),
  }
}
