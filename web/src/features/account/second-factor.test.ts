import { expect, test } from 'vitest'
import { noPasskeysHere } from './second-factor.ts'

test.each([
  [null, true, '127.0.0.1', /need a site with https/],
  ['http://localhost:8080', true, '127.0.0.1', /Passkeys work at http:\/\/localhost:8080/],
  ['https://rent.example.com', false, 'rent.example.com', /does not support passkeys/],
  ['https://rent.example.com', true, 'rent.example.com', undefined],
])('passkeys of a site at %s (browser offers them: %s) opened at %s', (origin, isOffered, host, reason) => {
  const said = noPasskeysHere(origin, isOffered, host)
  if (reason) expect(said).toMatch(reason)
  else expect(said).toBeUndefined()
})
