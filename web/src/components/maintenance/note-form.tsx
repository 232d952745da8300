import { useId, useState, type ReactNode } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { Button } from '~/components/ui/button.tsx'
import { Textarea } from '~/components/ui/input.tsx'
import { Unsaved } from '~/components/ui/unsaved.tsx'

/** A text to write; `send` throws the server's objection, which is shown while the text stays. */
export function NoteForm({
  label,
  submit,
  placeholder,
  isOptional = false,
  extra,
  send,
}: {
  label: string
  submit: string
  placeholder?: string
  isOptional?: boolean
  extra?: ReactNode
  send: (note: string) => Promise<unknown>
}) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const id = useId()

  const save = async () => {
    if (!isOptional && text.trim() === '') return setFault('Write something first.')
    setSending(true)
    setFault(null)
    try {
      await send(text.trim())
      setText('')
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void save()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={text}
        placeholder={placeholder}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      {extra}
      <Button type="submit" size="sm" className="justify-self-start" loading={isSending}>
        {submit}
      </Button>
      <Unsaved when={text.trim() !== ''} />
    </form>
  )
}
