import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { DateInput, Input } from '~/components/ui/input.tsx'
import { today } from '~/lib/format.ts'

export interface VisitTime {
  date: string
  from: string
  to: string
}

const most = 6
const blank: VisitTime = { date: '', from: '09:00', to: '11:00' }

/** One or several times for a visit; `send` throws the server's objection, which is shown. */
export function VisitForm({
  label,
  submit,
  several = false,
  send,
}: {
  label: string
  submit: string
  several?: boolean
  send: (visits: VisitTime[]) => Promise<unknown>
}) {
  const [times, setTimes] = useState<VisitTime[]>([blank])
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const change = (index: number, part: Partial<VisitTime>) =>
    setTimes(times.map((one, nth) => (nth === index ? { ...one, ...part } : one)))

  const save = async () => {
    const wrong = times.find(({ date, from, to }) => !date || !from || !to || from >= to)
    if (wrong) return setFault(wrong.date ? 'The visit must end after it begins.' : 'Choose a day.')
    setSending(true)
    setFault(null)
    try {
      await send(times)
      setTimes([blank])
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="grid gap-2"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void save()
      }}
    >
      {times.map((time, index) => (
        <div key={index} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_6.5rem_6.5rem_auto]">
          <Field label="Day" className="col-span-2 sm:col-span-1">
            {(bound) => (
              <DateInput
                {...bound}
                min={today()}
                value={time.date}
                onChange={(event) => change(index, { date: event.target.value })}
              />
            )}
          </Field>
          <Field label="From">
            {(bound) => (
              <Input
                {...bound}
                type="time"
                value={time.from}
                onChange={(event) => change(index, { from: event.target.value })}
              />
            )}
          </Field>
          <Field label="To">
            {(bound) => (
              <Input
                {...bound}
                type="time"
                value={time.to}
                onChange={(event) => change(index, { to: event.target.value })}
              />
            )}
          </Field>
          {times.length > 1 && (
            <IconButton
              type="button"
              label={`Remove time ${index + 1}`}
              onClick={() => setTimes(times.toSpliced(index, 1))}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {fault && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="secondary" loading={isSending}>
          {submit}
        </Button>
        {several && times.length < most && (
          <Button
            type="button"
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            onClick={() => setTimes([...times, { ...(times.at(-1) ?? blank) }])}
          >
            Another time
          </Button>
        )}
      </div>
    </form>
  )
}
