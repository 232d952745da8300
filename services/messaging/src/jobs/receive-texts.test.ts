import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPortalConversations } from '@keyhold/contracts/messaging/conversations'
import { listPortalMessages } from '@keyhold/contracts/messaging/conversations-messages'
import { twilioSms } from '@keyhold/contracts/messaging/webhooks'
import { picture } from '@keyhold/kit/testing/pictures'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeTwilio, fakeTwilio } from '../providers/sms/twilio-fake.ts'
import { startConversations } from '../testing/conversations.ts'

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'auth-token' }
let folder: string
let twilio: FakeTwilio
let world: Awaited<ReturnType<typeof startConversations>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-mms-'))
  twilio = await fakeTwilio(account)
  world = await startConversations({
    DATA_DIR: folder,
    EMAIL_PROOF: 'off',
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_FROM: '+12125550100',
    TWILIO_BASE_URL: twilio.url,
  })
})
afterAll(async () => {
  await world?.app.stop()
  await twilio?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('pictures of a text land in the thread, once; files that are none and addresses elsewhere are not kept', async () => {
  const { app, addTenant } = world
  const landlord = actors.landlord()
  await addTenant(landlord, { phone: '+12125550191' })
  const media = [
    twilio.addMedia('ME1', await picture()),
    twilio.addMedia('ME2', Buffer.from('#!/bin/sh')),
    'http://127.0.0.1:1/secret.jpg',
  ]
  const form: Record<string, string> = {
    MessageSid: `MM${v7()}`,
    From: '+12125550191',
    Body: 'Look at this',
    NumMedia: '3',
    ...Object.fromEntries(media.map((url, n) => [`MediaUrl${n}`, url])),
  }
  const post = () =>
    app.send(twilioSms, actors.visitor(), {
      body: form,
      headers: { 'x-twilio-signature': twilio.sign('https://rent.test/api/webhooks/twilio/sms', form) },
    })
  expect([(await post()).status, (await post()).status]).toEqual([200, 200])
  const messages = async () => {
    await app.tick()
    const [found] = (await app.send(listPortalConversations, landlord)).body
    return found ? (await app.send(listPortalMessages, landlord, { params: { id: found.id } })).body : []
  }
  await until(async () => (await messages()).length > 0, { what: 'the message', timeoutMs: 15_000 })
  const [message, ...more] = await messages()
  expect(more).toEqual([])
  expect(message).toMatchObject({ via: 'sms', sender: 'tenant', files: [{ name: 'Picture 1', kind: 'image' }] })
  expect(message?.message).toMatch(/^Look at this\n\n\(Not kept: Picture 2: .*Picture 3: /)
})
