import { addConversationFile } from '@keyhold/contracts/messaging/conversations-files'
import { createPortalConversation } from '@keyhold/contracts/messaging/conversations'
import { sendPortalMessage, sendTenantMessage } from '@keyhold/contracts/messaging/conversations-messages'
import { createCannedReply } from '@keyhold/contracts/messaging/conversations-settings'
import { drawPicture } from '../pictures/pictures.ts'
import { actingTenant, hours, type Scene, sceneOn, type Story } from './scenes.ts'

const subject = 'Bike storage in the cellar'

/** What Maya and Jordan wrote to each other, and a reply that Maya uses often. */
export function talkScenes(story: Story): Scene[] {
  const { call, maya, calendar } = story
  let conversationId = ''
  const jordan = () => actingTenant(story, 'jordan')
  const said = (message: string, fileIds: string[] = []) =>
    call(sendTenantMessage, jordan(), { body: { conversationId, message, fileIds } })
  const answered = (message: string, alsoText = false) =>
    call(sendPortalMessage, maya, { body: { conversationId, message, alsoText } })
  return [
    sceneOn(calendar.daysAgo(6), hours.contracts, async () => {
      await call(createCannedReply, maya, {
        body: {
          title: 'Spare keys',
          text: 'Spare keys are in the lockbox beside the mailboxes. Text me for the code.',
        },
      })
      const { id } = await call(createPortalConversation, maya, { body: { subject, tenantId: jordan().tenantId } })
      conversationId = id
      await call(createCannedReply, maya, {
        body: {
          title: 'Repair is on its way',
          text: 'Thank you for reporting this. I have passed it on and will tell you when somebody comes.',
        },
      })
      await answered('The shelves in the cellar are gone, so there is room for bikes now. Would you like a hook?')
    }),
    sceneOn(calendar.daysAgo(5), hours.money, () =>
      said('Yes please, two if possible. Is the cellar locked at night?'),
    ),
    sceneOn(calendar.daysAgo(5), hours.papers, () =>
      answered('Two it is. It is locked, and your front door key opens it.', true),
    ),
    sceneOn(calendar.daysAgo(1), hours.papers, async () => {
      const { id } = await call(addConversationFile, jordan(), {
        query: { name: 'Kitchen tap.jpg' },
        body: await drawPicture('tap'),
      })
      await said('The hooks are great, thank you! And this is the tap that I wrote about.', [id])
    }),
  ]
}
