import postgres from 'postgres'
import { migrateService } from './migrate.ts'
import { freshDatabase } from './testing/database.ts'
import { test } from 'vitest'
test('plans', async () => {
  const db = await freshDatabase()
  await migrateService({ url: db.url, service: 'properties', migrations: new URL('../../../services/properties/migrations/', import.meta.url), shared: ['landlord'], rolePassword: 'x' })
  const sql = postgres(db.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`alter table properties.property no force row level security; alter table properties.photo no force row level security; set search_path to properties, public;
   insert into landlord select ('00000000-0000-7000-8000-'||lpad(to_hex(g),12,'0'))::uuid, 'Name'||md5(g::text)||' Last'||g, md5(g::text)||g||'@rent.test' from generate_series(1,20000) g;
   insert into property (landlord_id,name,address,property_type,monthly_rent,time_zone,created_at,archived_at,is_occupied)
   select ('00000000-0000-7000-8000-'||lpad(to_hex(1+ (case when g<=5000 then 0 else g % 19999 end)),12,'0'))::uuid, 'P'||md5(g::text), md5((g*7)::text)||' St', (array['apartment','house','condo'])[1+g%3], 500+(g*37)%3000, 'UTC', now()-g*interval '1 minute', case when g%10=0 then now() end, g%2=0 from generate_series(1,200000) g;
   insert into photo (landlord_id,property_id,position,blob_name,width,height,bytes) select landlord_id,id,n,md5(id::text||n),1,1,1 from property, generate_series(0,4) n where landlord_id='00000000-0000-7000-8000-000000000001' or (random()<0.05);
   analyze property; analyze landlord; analyze photo;`)
  const L = "'00000000-0000-7000-8000-000000000001'"
  const img = `(select coalesce(jsonb_agg('/api/photos/' || ph.id || '/card' order by ph.position, ph.id), '[]') from photo ph where ph.landlord_id = property.landlord_id and ph.property_id = property.id) || property.images as images`
  const run = async (name: string, q: string) => {
    await sql.unsafe(q)
    const rows = await sql.unsafe(`explain (analyze, costs off, timing off) ${q}`)
    const lines = rows.map((r) => r['QUERY PLAN'] as string)
    console.log(`## ${name}: ${lines.filter((l) => /Scan|Sort|Execution/.test(l)).map((l) => l.trim().slice(0, 110)).join(' | ')}`)
  }
  for (const [order, by] of [['newest','created_at desc, id desc'],['name','lower(name), id'],['rent','monthly_rent, id'],['rent-desc','monthly_rent desc, id desc']])
    for (const [f, w] of [['exclude','archived_at is null'],['only','archived_at is not null'],['include','true'],['type','archived_at is null and property_type=\'condo\''],['occ','archived_at is null and is_occupied and property_type=\'condo\'']]) {
      if (order !== 'newest' && order !== 'rent-desc' && f !== 'only' && f!=='occ') continue
      await run(`${order} ${f}`, `select *, ${img}, (select count(*) from property where landlord_id=${L} and deleted_at is null and ${w}) as total from property where landlord_id=${L} and deleted_at is null and ${w} order by ${by} limit 101`)
    }
  const pat = `'%abcd%'`
  await run('admin all', `select * from property where deleted_at is null order by created_at desc, id desc limit 101`)
  await run('admin count all', `select count(*) from property where deleted_at is null`)
  await run('admin q', `select * from property where deleted_at is null and (name ilike ${pat} or address ilike ${pat} or landlord_id = any(array(select id from landlord where name ilike ${pat} or email ilike ${pat}))) order by created_at desc, id desc limit 101`)
  await run('admin count q', `select count(*) from property where deleted_at is null and (name ilike ${pat} or address ilike ${pat} or landlord_id = any(array(select id from landlord where name ilike ${pat} or email ilike ${pat})))`)
  await run('unknown owners', `select distinct landlord_id from property where not exists (select from landlord l where l.id = property.landlord_id) limit 100`)
  await sql.end(); await db.drop()
}, 120000)
