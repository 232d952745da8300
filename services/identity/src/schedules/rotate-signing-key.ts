import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { rotateKey } from '../domain/sessions/signing-keys.ts'

/** Looks every night whether the signing key is 30 days old. */
export const rotateSigningKey = ({ db, clock }: Tools) =>
  every({
    name: 'rotate-signing-key',
    cron: '5 3 * * *',
    run: () => db.adminTransaction('signing keys belong to nobody', (tx) => rotateKey(tx, clock.now())),
  })
