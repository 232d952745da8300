import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import type { SigningKeys } from '../domain/sessions/signing-keys.ts'

/** Checks the age of the signing key every night. */
export const rotateSigningKey = ({ db, clock }: Tools, signingKeys: SigningKeys) =>
  every({
    name: 'rotate-signing-key',
    cron: '5 3 * * *',
    run: () => db.adminTransaction('signing keys belong to no landlord', (tx) => signingKeys.rotate(tx, clock.now())),
  })
