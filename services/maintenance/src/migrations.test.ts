import { readFile } from 'node:fs/promises'
import { freshDatabase } from '@keyhold/kit/testing/database'
import postgres from 'postgres'
import { expect, test } from 'vitest'

const file = (name: string) => readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8')

test('the migration gives requests their deadlines, and adds each vendor that they name once', async () => {
  const database = await freshDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(await file('0000_initial'))
    const [landlord, other, home] = ['1', '2', '3'].map((digit) => `0190000${digit}-0000-7000-8000-000000000000`) as [
      string,
      string,
      string,
    ]
    await sql`insert into maintenance.property values (${landlord}, ${home}, 'Oak House', 'America/Chicago', false, now())`
    const add = (
      owner: string,
      title: string,
      priority: string,
      name: string | null,
      contact: string | null,
      updatedAt: string,
    ) => sql`
      insert into maintenance.request (landlord_id, title, description, category, priority, status, property_id, vendor_name, vendor_contact, opened_by, created_at, updated_at)
      values (${owner}, ${title}, '', 'general', ${priority}, 'open', ${home}, ${name}, ${contact}, 'landlord', '2026-03-06T16:00:00Z', ${updatedAt})`
    await add(landlord, 'a', 'emergency', 'Pipes Ltd', 'old@pipes.example', '2026-03-06T16:00:00Z')
    await add(landlord, 'b', 'high', 'PIPES  ltd ', 'Jo@Pipes.example', '2026-03-07T16:00:00Z')
    await add(landlord, 'c', 'medium', 'pipes ltd', null, '2026-03-08T16:00:00Z')
    await add(landlord, 'd', 'low', 'Sparks', '555 010 0123', '2026-03-06T16:00:00Z')
    await add(landlord, 'e', 'medium', null, 'nobody', '2026-03-06T16:00:00Z')
    await add(other, 'f', 'medium', 'Pipes Ltd', 'the blue van', '2026-03-06T16:00:00Z')

    await sql.unsafe(await file('0001_photos_vendors_deadlines'))
    await sql.unsafe(await file('0002_images_are_photos'))

    const rows = await sql`
      select r.title, r.due_at, r.vendor_name, v.name, v.phone, v.email from maintenance.request r
      left join maintenance.vendor v on v.landlord_id = r.landlord_id and v.id = r.vendor_id order by r.title`
    const pipes = ['PIPES  ltd ', null, 'jo@pipes.example']
    expect(
      rows.map((row) => [
        row.title,
        (row.due_at as Date).toISOString(),
        row.vendor_name,
        row.name,
        row.phone,
        row.email,
      ]),
    ).toEqual([
      ['a', '2026-03-06T20:00:00.000Z', 'Pipes Ltd', ...pipes],
      ['b', '2026-03-07T16:00:00.000Z', 'PIPES  ltd ', ...pipes],
      ['c', '2026-03-09T15:00:00.000Z', 'pipes ltd', ...pipes],
      ['d', '2026-03-13T15:00:00.000Z', 'Sparks', 'Sparks', '555 010 0123', null],
      ['e', '2026-03-09T15:00:00.000Z', null, null, null, null],
      ['f', '2026-03-09T15:00:00.000Z', 'Pipes Ltd', 'Pipes Ltd', null, null],
    ])
    expect(await sql`select from maintenance.vendor`).toHaveLength(3)
  } finally {
    await sql.end()
    await database.drop()
  }
})
