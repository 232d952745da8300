import { useState } from 'react'
import { useAnswerWorkOrderMutation } from '~/api/vendor-links.ts'
import { NoteForm } from '~/components/maintenance/note-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import type { WorkProps } from './work-props.ts'

/** Accept or decline; declining needs a reason. Accepted work can be declined until it is done; who has declined is asked anew. */
export function Answer({ token, work }: WorkProps) {
  const [answer, { isLoading }] = useAnswerWorkOrderMutation()
  const [isDeclining, setDeclining] = useState(false)
  if (work.status === 'done') return null
  if (work.status === 'declined')
    return (
      <Callout title="You have declined this work.">
        If you can do it after all, write to {work.landlordName} below and ask for it to be sent to you again.
      </Callout>
    )
  const accept = async () => {
    try {
      await answer({ token, accept: true }).unwrap()
      toast({ variant: 'success', title: 'Accepted', description: `${work.landlordName} is told.` })
    } catch (error) {
      toastError('Your answer could not be sent', error)
    }
  }
  if (isDeclining)
    return (
      <div className="grid gap-2">
        <NoteForm
          label="Why do you decline?"
          submit="Decline the work"
          send={async (reason) => {
            await answer({ token, accept: false, reason }).unwrap()
            toast({ variant: 'success', title: 'Declined', description: `${work.landlordName} is told.` })
            setDeclining(false)
          }}
        />
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setDeclining(false)}>
          Back
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {work.status !== 'accepted' && (
        <Button size="lg" className="phone:flex-1" loading={isLoading} onClick={() => void accept()}>
          Accept
        </Button>
      )}
      <Button
        size={work.status === 'accepted' ? 'sm' : 'lg'}
        variant={work.status === 'accepted' ? 'ghost' : 'secondary'}
        className={work.status === 'accepted' ? '-ml-2.5' : 'phone:flex-1'}
        onClick={() => setDeclining(true)}
      >
        {work.status === 'accepted' ? 'I cannot do it after all…' : 'Decline…'}
      </Button>
    </div>
  )
}
