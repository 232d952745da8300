import { readFile } from 'node:fs/promises'
import { freshDatabase } from '@keyhold/kit/testing/database'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { searchParts, searchable } from './domain/documents/document-texts.ts'

const file = (name: string) => readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8')

test('the migration gives every property its first unit, deleted ones too, and assigns tenants to it', async () => {
  const database = await freshDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    await sql`create extension pg_trgm`
    for (const name of ['0000_initial', '0001_archived', '0002_photos_and_landlords'])
      await sql.unsafe(await file(name))
    const [landlord, lived, ticked, empty, gone] = ['1', '2', '3', '4', '5'].map(
      (digit) => `0190000${digit}-0000-7000-8000-000000000000`,
    ) as [string, string, string, string, string]
    for (const [id, isOccupied, deletedAt] of [
      [lived, true, null],
      [ticked, true, null],
      [empty, false, null],
      [gone, false, '2026-01-01T00:00:00Z'],
    ] as const)
      await sql`insert into properties.property (id, landlord_id, name, address, property_type, monthly_rent, time_zone, is_occupied, deleted_at)
        values (${id}, ${landlord}, 'Home', '1 Elm St', 'house', 900, 'America/New_York', ${isOccupied}, ${deletedAt})`
    await sql`insert into properties.occupancy (landlord_id, tenant_id, property_id, is_active, as_of) values
      (${landlord}, ${landlord}, ${lived}, true, now()), (${landlord}, ${empty}, null, false, now())`
    await sql`insert into properties.blob_removal (landlord_id, blob_name, due_at) values (${landlord}, 'old', now())`

    await sql.unsafe(await file('0003_units_and_documents'))

    const units =
      await sql`select id, property_id, landlord_id, name, deleted_at is null as is_live from properties.unit order by id`
    expect([...units]).toEqual(
      [lived, ticked, empty, gone].map((id) => ({
        id,
        property_id: id,
        landlord_id: landlord,
        name: 'Unit 1',
        is_live: id !== gone,
      })),
    )
    const counts = await sql`select unit_count, occupied_units from properties.property order by id`
    expect(counts.map((row) => [row.unit_count, row.occupied_units])).toEqual([
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 0],
    ])
    const lives = await sql`select unit_id, name from properties.occupancy order by is_active`
    expect(lives.map((row) => [row.unit_id, row.name])).toEqual([
      [null, null],
      [lived, null],
    ])
    expect((await sql`select kind from properties.blob_removal`).map(({ kind }) => kind)).toEqual(['photo'])
  } finally {
    await sql.end()
    await database.drop()
  }
})

test('the migration makes documents analysed before it searchable by their findings', async () => {
  const database = await freshDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    await sql`create extension pg_trgm`
    for (const name of ['0000_initial', '0001_archived', '0002_photos_and_landlords', '0003_units_and_documents'])
      await sql.unsafe(await file(name))
    const analysis = (findings: Record<string, string>[]) => ({ status: 'processed', findings })
    const rent = { label: 'Monthly rent', value: '1850.00', quote: 'Rent is $1,850.00 a month' }
    const end = { label: 'Lease ends', value: '2027-02-28', quote: 'ends on February 28, 2027' }
    for (const findings of [[rent, end], []])
      await sql`insert into properties.document (landlord_id, file_name, file_type, file_size, blob_name, category, analysis)
        values (uuidv7(), 'Lease.pdf', 'pdf', 1, 'x', 'lease', ${sql.json(analysis(findings))})`

    await sql.unsafe(await file('0004_bin_and_texts'))

    const texts = await sql<{ text: string; searched: string }[]>`
      select text, searched from properties.document_text t join properties.document d on d.id = t.document_id and d.landlord_id = t.landlord_id`
    expect(texts.map(({ text }) => text)).toEqual([`${rent.quote} … ${end.quote}`])
    const searched = texts[0]?.searched ?? ''
    expect(searched).toBe(searchable(searched))
    for (const q of ['1850', '$1,850', 'lease ends', 'february 28, 2027'])
      for (const part of searchParts(q)) expect(searched).toContain(part)
  } finally {
    await sql.end()
    await database.drop()
  }
})
