import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { Send, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '~/api/client/api.ts'
import { useUser } from '~/api/client/session.ts'
import { IconButton } from '~/components/ui/button.tsx'
import { draftOf, keepDraft } from '../drafts.ts'
import { newClientId, post } from '../outbox.ts'
import { useAttachments } from '../use-attachments.ts'
import { useTellTyping } from '../use-presence.ts'
import type { View } from '../view.ts'
import { useNames } from '../names.tsx'
import { sideOf } from '../words.ts'
import { AttachButtons, ChosenFiles } from './attachments.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { LandlordChoices, type Choices } from './landlord-choices.tsx'

/** Spec 2 §4: the thread is fetched again so much after a landlord's message, for the assistant's answer. */
const refetchMs = 2000
const maxLength = 5000

interface Props {
  view: View
  conversation: Conversation
  quoted: Message | null
  onUnquote: () => void
  onSent: (asksAssistant: boolean) => void
  refresh: () => Promise<void>
}

/** Where one writes. Enter sends, Shift+Enter begins a line; what is typed is kept per conversation. */
export function Composer({ view, conversation, quoted, onUnquote, onSent, refresh }: Props) {
  const { id, tenantId } = conversation
  const { id: userId } = useUser()
  const { name } = useNames(view)
  const dispatch = useDispatch<ApiDispatch>()
  const [text, setText] = useState(() => draftOf(userId, id))
  const [choices, setChoices] = useState<Choices>({ asksAssistant: true, alsoText: false, alsoMail: false })
  const attachments = useAttachments()
  const tellTyping = useTellTyping(id)
  const box = useRef<HTMLTextAreaElement>(null)
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(again.current), [])
  useEffect(() => void (quoted && box.current?.focus()), [quoted])
  const isLandlord = sideOf(view) === 'landlord'
  const files = attachments.chosen.flatMap(({ stored }) => stored ?? [])
  const canSend = attachments.isReady && (text.trim() !== '' || files.length > 0)

  const write = (next: string) => {
    setText(next)
    keepDraft(userId, id, next)
  }
  const send = () => {
    if (!canSend) return
    // Without a connection it waits in the outbox.
    const asksAssistant = isLandlord && (tenantId === null || choices.asksAssistant)
    post(dispatch, {
      view,
      clientId: newClientId(),
      conversationId: id,
      message: text.trim() || files.map((file) => file.name).join(', '),
      fileIds: files.map((file) => file.id),
      files,
      createdAt: new Date().toISOString(),
      ...(quoted ? { quotedId: quoted.id } : {}),
      ...(isLandlord
        ? { generateAIResponse: asksAssistant, alsoText: choices.alsoText, alsoMail: choices.alsoMail }
        : {}),
    })
    write('')
    attachments.clear()
    onUnquote()
    onSent(asksAssistant)
    clearTimeout(again.current)
    if (isLandlord) again.current = setTimeout(() => void refresh(), refetchMs)
    box.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="grid gap-2 border-t border-line p-3 md:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {quoted && (
        <div className="flex items-center gap-2 border-l-2 border-pine pl-2 text-sm text-muted">
          <p className="min-w-0 flex-1 truncate">
            {name(quoted.sender, conversation)}: {quoted.message}
          </p>
          <IconButton label="Do not quote" onClick={onUnquote}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      <ChosenFiles attachments={attachments} />
      <div className="flex items-end gap-1.5">
        <AttachButtons attachments={attachments} />
        <textarea
          ref={box}
          aria-label="Message"
          placeholder={isLandlord && tenantId === null ? 'Ask the assistant' : 'Write a message'}
          rows={1}
          maxLength={maxLength}
          value={text}
          className="control field-sizing-content max-h-40 min-h-11! flex-1 resize-none py-2.5 leading-snug"
          onChange={(event) => {
            write(event.target.value)
            tellTyping()
          }}
          onKeyDown={press}
        />
        <IconButton label="Send" type="submit" variant="primary" className="size-11 shrink-0" disabled={!canSend}>
          <Send aria-hidden />
        </IconButton>
      </div>
      {isLandlord && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
          <LandlordChoices conversation={conversation} choices={choices} onChange={setChoices} />
          <CannedReplies
            text={text}
            onInsert={(reply) => write(text.trim() === '' ? reply : `${text.trimEnd()}\n${reply}`)}
          />
        </div>
      )}
    </form>
  )
}
