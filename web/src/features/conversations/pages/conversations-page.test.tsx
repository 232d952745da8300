import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refusal, type Sent, useFakeServer } from '~/testing/fake-server.ts'
import { aTenant, aUser, id } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { Component as ChatPage } from './chat-page.tsx'
import { Component as ConversationsPage } from './conversations-page.tsx'
import { Component as MessagesPage } from './tenant-messages-page.tsx'

const server = useFakeServer()
const at = '2026-03-15T15:00:00.000Z'
const conversationId = id(70)

const aConversation = (fields: Partial<Conversation> = {}): Conversation => ({
  id: conversationId,
  title: 'The heating',
  subject: 'The heating',
  tenantId: id(10),
  tenantName: 'Ann Archer',
  propertyId: id(20),
  propertyName: 'Alder Loft',
  category: 'general',
  priority: 'normal',
  status: 'active',
  lastMessageAt: at,
  lastMessage: 'It is cold',
  lastSender: 'tenant',
  messageCount: 2,
  unread: 1,
  landlordRead: 1,
  tenantRead: 2,
  needsAnswer: null,
  needsAnswerReason: null,
  match: null,
  createdAt: at,
  ...fields,
})

const aMessage = (number: number, fields: Partial<Message> = {}): Message => ({
  id: id(700 + number),
  conversationId,
  number,
  message: `Message ${number}`,
  sender: 'tenant',
  messageType: 'text',
  category: 'general',
  isRead: false,
  createdAt: at,
  clientId: null,
  via: 'app',
  viaAddress: null,
  quote: null,
  files: [],
  sources: [],
  outcome: null,
  proposal: null,
  proposalDecision: null,
  deliveries: [],
  ...fields,
})

/** The messages of the server; what is sent is added once per `clientId`. */
let stored: Message[] = []
let isDown = false
const accept = (sender: Message['sender']) => (call: Sent) => {
  if (isDown) return refusal(503, 'Not now.')
  const { message, clientId } = call.body as { message: string; clientId: string }
  const known = stored.find((one) => one.clientId === clientId)
  const made = known ?? aMessage(stored.length + 1, { sender, message, clientId })
  if (!known) stored.push(made)
  return Response.json(made, { status: 201 })
}
const path = '/api/tenant-portal/conversations'

beforeEach(() => {
  localStorage.clear()
  isDown = false
  stored = [aMessage(1, { sender: 'landlord', message: 'Hello' }), aMessage(2, { message: 'It is cold' })]
  server.answer({
    [`GET ${path}`]: [aConversation()],
    [`GET /api/chat/conversations`]: [aConversation()],
    [`GET /api/tenant/conversations`]: [aConversation({ unread: 0 })],
    [`GET /api/conversations/${conversationId}`]: aConversation(),
    [`GET ${path}/${conversationId}/messages`]: () => stored,
    [`GET /api/tenant/conversations/${conversationId}/messages`]: () => stored,
    [`POST /api/conversations/${conversationId}/read`]: { read: 2 },
    [`POST /api/conversations/${conversationId}/typing`]: { shownForMs: 6000 },
    'POST /api/tenant-portal/messages': accept('landlord'),
    'POST /api/tenant/messages': accept('tenant'),
    'GET /api/conversation-settings': { assistantAnswersTenants: false },
    'GET /api/canned-replies': [{ id: id(90), title: 'Keys', text: 'The keys are in the box.' }],
    'GET /api/tenants': [aTenant()],
    'GET /api/properties': [],
  })
})

// Another user in each test: what waits in the outbox is the user's, and outlives a page.
let users = 0
const landlord = () => aUser({ id: id(1000 + (users += 1)) })
const tenant = () => aUser({ id: id(2000 + (users += 1)), userType: 'tenant', tenantId: id(10) })
const openThread = (as = landlord()) =>
  show(<ConversationsPage />, { as, at: `/tenant-portal?conversation=${conversationId}` })
const posts = (to = '/api/tenant-portal/messages') => server.sent.filter(({ path: one }) => one === to)

test('list and thread stand side by side; the composer says who reads, and what one sees is marked as read', async () => {
  const { user } = show(<ConversationsPage />, { as: landlord(), at: '/tenant-portal' })
  const list = await screen.findByRole('region', { name: 'Conversations' })
  await user.click(await within(list).findByRole('link', { name: /^The heating/ }))
  await screen.findByText('Ann Archer reads this conversation.')
  const log = await screen.findByRole('log', { name: 'Messages' })
  expect(
    within(log)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Hello'), expect.stringContaining('It is cold')])
  await waitFor(() =>
    expect(server.sent).toContainEqual(
      expect.objectContaining({ path: `/api/conversations/${conversationId}/read`, body: { number: 2 } }),
    ),
  )
})

test('Enter sends once, Shift+Enter begins a line, and whitespace alone is not sent; the checkbox for the assistant is on', async () => {
  const { user } = openThread()
  await screen.findByText('It is cold')
  expect(screen.getByRole('checkbox', { name: 'AI assistance' }).getAttribute('aria-checked')).toBe('true')
  await user.type(field('Message'), '  {Enter}')
  expect(posts()).toEqual([])
  expect((button('Send') as HTMLButtonElement).disabled).toBe(true)
  await user.clear(field('Message'))
  await user.type(field('Message'), 'One{Shift>}{Enter}{/Shift}Two{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toMatchObject({
    conversationId,
    message: 'One\nTwo',
    messageType: 'text',
    category: 'general',
    generateAIResponse: true,
  })
  expect((field('Message') as HTMLTextAreaElement).value).toBe('')
  await waitFor(() => expect(stored).toHaveLength(3))
  await waitFor(() => expect(screen.getAllByText(/One\s+Two/)).toHaveLength(1))
})

test('the thread is fetched again two seconds after a landlord’s message, for the assistant’s answer', async () => {
  const { user } = openThread()
  await screen.findByText('It is cold')
  await user.type(field('Message'), 'Is it paid?{Enter}')
  await waitFor(() => expect(stored).toHaveLength(3))
  await waitFor(() => expect(screen.getByText('The assistant is writing…')).toBeTruthy())
  stored.push(
    aMessage(4, {
      sender: 'ai',
      message: 'Yes, on March 1.',
      sources: [{ label: 'Ledger', text: '$0.00', path: '/payments' }],
    }),
  )
  await screen.findByText('Yes, on March 1.', {}, { timeout: 4000 })
  expect(screen.queryByText('The assistant is writing…')).toBeNull()
  expect(screen.getByText('Based on Ledger')).toBeTruthy()
})

test('a message without an answer waits and is sent again under the same id; a refused one says why and can be removed', async () => {
  isDown = true
  const { user } = openThread()
  await screen.findByText('It is cold')
  await user.type(field('Message'), 'Kept{Enter}')
  await screen.findByText('Sending…')
  await waitFor(() => expect(posts().length).toBeGreaterThan(0))
  isDown = false
  act(() => void fireEvent(window, new Event('online')))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull(), { timeout: 4000 })
  const ids = new Set(posts().map(({ body }) => (body as { clientId: string }).clientId))
  expect([ids.size, stored.length, screen.getAllByText('Kept').length]).toEqual([1, 3, 1])

  server.answer({ 'POST /api/tenant-portal/messages': () => refusal(400, 'This tenant has no phone number.') })
  await user.type(field('Message'), 'Refused{Enter}')
  await screen.findByText('Not sent: This tenant has no phone number.')
  await user.click(button('Remove'))
  expect(screen.queryByText('Refused')).toBeNull()
})

test('what is typed is kept per conversation', async () => {
  const as = landlord()
  const first = openThread(as)
  await screen.findByText('It is cold')
  await first.user.type(field('Message'), 'Half a sen')
  cleanup()
  openThread(as)
  await waitFor(() => expect((field('Message') as HTMLTextAreaElement).value).toBe('Half a sen'))
})

test('a message is quoted, and a saved reply is inserted', async () => {
  const { user } = openThread()
  await screen.findByText('It is cold')
  await user.click(screen.getAllByRole('button', { name: 'Quote this message' })[1]!)
  await user.click(button('Saved replies'))
  await user.click(await screen.findByRole('button', { name: /^Keys/ }))
  await waitFor(() => expect((field('Message') as HTMLTextAreaElement).value).toBe('The keys are in the box.'))
  await user.click(button('Send'))
  await waitFor(() =>
    expect(posts()[0]?.body).toMatchObject({ quotedId: id(702), message: 'The keys are in the box.' }),
  )
})

test('earlier messages are fetched by the cursor, each shown once', async () => {
  const older = [aMessage(1, { message: 'The first' })]
  const newer = [aMessage(2), aMessage(3)]
  server.answer({
    [`GET ${path}/${conversationId}/messages`]: ({ query }: Sent) =>
      query.cursor
        ? older
        : Response.json(newer, { headers: { link: '</x?cursor=c1>; rel="next"', 'x-total-count': '3' } }),
  })
  const { user } = openThread()
  await user.click(await screen.findByRole('button', { name: 'Show earlier messages' }))
  await screen.findByText('The first')
  const shown = within(screen.getByRole('log')).getAllByRole('listitem')
  expect(shown).toHaveLength(3)
  expect(shown[0]?.textContent).toContain('The first')
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
})

test('earlier messages are added above without moving what one reads', async () => {
  const heights = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function heightOf(
    this: HTMLElement,
  ) {
    return this.querySelectorAll('li').length * 100
  })
  onTestFinished(() => heights.mockRestore())
  server.answer({
    [`GET ${path}/${conversationId}/messages`]: ({ query }: Sent) =>
      query.cursor
        ? [aMessage(1, { message: 'The first' }), aMessage(2)]
        : Response.json([aMessage(3), aMessage(4)], {
            headers: { link: '</x?cursor=c1>; rel="next"', 'x-total-count': '4' },
          }),
  })
  openThread()
  await screen.findByRole('button', { name: 'Show earlier messages' })
  const log = screen.getByRole('log')
  // Near the beginning of what is there: earlier ones are fetched without being asked for.
  log.scrollTop = 50
  fireEvent.scroll(log)
  await screen.findByText('The first')
  expect(log.scrollTop).toBe(250)
})

test('a closed conversation says so, and closing one that waits for an answer is asked first', async () => {
  const waiting = aConversation({ needsAnswer: 'emergency', needsAnswerReason: 'Gas smell or leak' })
  server.answer({
    [`GET /api/conversations/${conversationId}`]: waiting,
    [`PATCH /api/conversations/${conversationId}`]: aConversation(),
  })
  const { user } = openThread()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await screen.findByText('Close without an answer?')
  await user.click(button('Cancel'))
  await user.click(button('I know, stop reminding'))
  await waitFor(() => expect(server.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ needsAnswer: null }))
  cleanup()
  server.answer({ [`GET /api/conversations/${conversationId}`]: aConversation({ status: 'closed' }) })
  openThread()
  await screen.findByText('This conversation is closed. A new message opens it again.')
  expect(screen.getByRole('button', { name: 'Open again' })).toBeTruthy()
})

test('a handed over conversation says so, and a conversation that is not there too', async () => {
  const waiting = aConversation({ needsAnswer: 'handed_over', needsAnswerReason: 'Asks for a person.' })
  server.answer({ [`GET /api/conversations/${conversationId}`]: waiting, [`GET ${path}`]: [waiting] })
  openThread()
  await screen.findByText('Asks for a person.')
  expect(screen.getAllByText('Needs your answer').length).toBeGreaterThan(1)
  server.answer({
    [`GET /api/conversations/${conversationId}`]: refusal(404, 'Conversation not found', { code: 'not-found' }),
  })
  cleanup()
  openThread()
  await screen.findByText('Conversation not found')
})

test('a new conversation needs a subject, sends an empty choice as absent, and becomes the open one', async () => {
  server.answer({ [`POST ${path}`]: aConversation() })
  const { user } = show(<ConversationsPage />, { as: landlord(), at: '/tenant-portal' })
  await user.click((await screen.findAllByRole('button', { name: 'New Conversation' }))[0]!)
  await user.click(await screen.findByRole('button', { name: 'Create Conversation' }))
  await screen.findByText('Subject is required')
  await fill(user, { Subject: 'The heating' })
  await choose(user, 'Category', 'Maintenance')
  await user.click(button('Create Conversation'))
  await screen.findByText('Ann Archer reads this conversation.')
  expect(server.sent.find(({ path: to }) => to === path)?.body).toEqual({
    subject: 'The heating',
    category: 'maintenance',
    priority: 'normal',
  })
})

test('/chat?tenant= opens the dialog with that tenant chosen; a failure to start says so', async () => {
  server.answer({ 'POST /api/chat/conversations': () => refusal(500, 'The database is down.') })
  const { user, toast } = show(<ChatPage />, { as: landlord(), at: `/chat?tenant=${id(10)}` })
  await screen.findByRole('dialog', { name: 'New Conversation' })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tenant' }).textContent).toContain('Ann Archer'))
  await user.click(button('Start conversation'))
  await waitFor(() => expect(toast()?.title).toBe('Failed to start conversation'))
  expect(server.sent[0]?.body).toEqual({ tenantId: id(10) })
})

test('a tenant writes to the landlord, has no checkbox, and decides what the assistant proposes', async () => {
  stored.push(
    aMessage(3, {
      sender: 'ai',
      proposal: {
        kind: 'maintenance_request',
        title: 'Cold radiator',
        description: 'It stays cold',
        category: 'hvac',
        priority: 'medium',
      },
    }),
  )
  server.answer({ [`POST /api/tenant/proposals/${id(703)}`]: aMessage(3, { proposalDecision: 'confirmed' }) })
  const { user } = show(<MessagesPage />, { as: tenant(), at: `/tenant-messages?conversation=${conversationId}` })
  await screen.findByText('Your landlord reads this.')
  expect(screen.queryByRole('checkbox', { name: 'AI assistance' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(server.sent.some(({ path: to }) => to === `/api/tenant/proposals/${id(703)}`)).toBe(true))
  await user.type(field('Message'), 'Thanks{Enter}')
  await waitFor(() =>
    expect(posts('/api/tenant/messages')[0]?.body).toMatchObject({ conversationId, message: 'Thanks' }),
  )
})

test('a visitor is asked to log in', () => {
  show(<MessagesPage />, { at: '/tenant-messages' })
  expect(screen.getByRole('heading', { name: 'Please Log In' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})
