import { startTestPostgres } from '@keyhold/kit/testing/database'
import { migrateService, serviceUrl } from '@keyhold/kit/migrate'
import { seedBulkPayments } from './src/testing/seed-bulk.ts'
import { writeFileSync } from 'node:fs'
const pg = await startTestPostgres()
await migrateService({ url: pg.url, service: 'payments', migrations: new URL('./migrations/', import.meta.url), shared: [], rolePassword: 'x' })
let t = performance.now()
const big = await seedBulkPayments(pg.url, { landlords: 1, charges: 100_000, today: '2026-03-15' })
console.log('seed big', performance.now() - t); t = performance.now()
const many = await seedBulkPayments(pg.url, { landlords: 100, charges: 100_000, today: '2026-03-15' })
console.log('seed many', performance.now() - t)
writeFileSync('/tmp/pay/db.json', JSON.stringify({ url: pg.url, role: serviceUrl(pg.url, 'payments', 'x'), big: big.landlordIds[0], many: many.landlordIds }))
console.log('up', pg.url)
process.on('SIGTERM', async () => { await pg.stop(); process.exit(0) })
setInterval(() => {}, 1e6)
