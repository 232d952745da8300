import { useState } from 'react'
import { useAskAboutWorkOrderMutation, useFinishWorkMutation } from '~/api/vendor-links.ts'
import { NoteForm } from '~/components/maintenance/note-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { toast } from '~/lib/toast.ts'
import { Entries } from './entries.tsx'
import type { WorkProps } from './work-props.ts'

/** A question to the landlord, above what was written before. */
export function Ask({ token, work }: WorkProps) {
  const [ask] = useAskAboutWorkOrderMutation()
  return (
    <section aria-labelledby="work-questions" className="grid gap-4">
      <h2 id="work-questions" className="text-lg font-semibold">
        Questions and history
      </h2>
      <NoteForm
        label={`Ask ${work.landlordName}`}
        submit="Send"
        send={async (note) => {
          await ask({ token, note }).unwrap()
          toast({ variant: 'success', title: 'Sent', description: `${work.landlordName} is told.` })
        }}
      />
      <Entries work={work} />
    </section>
  )
}

/** Marks the work as done. */
export function Finish({ token, work }: WorkProps) {
  const [finish] = useFinishWorkMutation()
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button size="lg" onClick={() => setAsking(true)}>
        The work is done
      </Button>
    )
  return (
    <NoteForm
      label="What was done? (optional)"
      submit="Mark as done"
      isOptional
      send={async (note) => {
        await finish({ token, ...(note ? { note } : {}) }).unwrap()
        toast({ variant: 'success', title: 'Marked as done', description: `${work.landlordName} is told.` })
      }}
    />
  )
}
