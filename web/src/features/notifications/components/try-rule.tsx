import { triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePreviewReminderMutation, useTestReminderMutation } from '~/api/reminder-rules.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Select } from '~/components/ui/select.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import type { Rule } from '../rule-words.ts'

const anybody = 'anybody'

/** What a rule would say about a real record, and the same sent to oneself. */
export function TryRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { options } = useTenantChoices()
  const [tenant, setTenant] = useState(anybody)
  const [preview, { data, error, isLoading }] = usePreviewReminderMutation()
  const [test, testing] = useTestReminderMutation()
  const tenantId = tenant === anybody ? undefined : tenant
  const ask = { id: rule.id, tenantId }
  useEffect(() => void preview({ id: rule.id, tenantId }), [preview, rule.id, tenantId])
  const send = async () => {
    const answer = await test(ask)
    if ('error' in answer) toastError('Failed to send the test', answer.error)
    else toast({ variant: 'success', title: 'Test sent to your email address', description: answer.data.sample.title })
  }
  return (
    <Dialog title="Try this rule" description="Nobody but you is sent anything." onClose={onClose}>
      <div className="grid gap-4">
        {triggerFacts[rule.trigger].to === 'tenant' && (
          <Field label="Tenant">
            {(field) => (
              <Select
                {...field}
                value={tenant}
                onValueChange={setTenant}
                options={[{ value: anybody, label: 'Whoever comes next' }, ...options]}
              />
            )}
          </Field>
        )}
        {error ? (
          <ErrorState compact error={error} onRetry={() => void preview(ask)} />
        ) : isLoading || !data ? (
          <RowSkeletons count={2} />
        ) : data.sample ? (
          <section
            aria-label="Preview"
            className="grid gap-1.5 rounded-md border border-line bg-sunken p-3.5 dark:bg-raised"
          >
            <p className="text-sm text-muted">
              To {data.sample.recipient} · {data.sample.record}
            </p>
            <p className="font-semibold wrap-break-word">{data.sample.title}</p>
            <p className="wrap-break-word whitespace-pre-line">{data.sample.message}</p>
          </section>
        ) : (
          <p className="text-muted">None of these records fits the rule at present.</p>
        )}
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button
            icon={<Send aria-hidden />}
            loading={testing.isLoading}
            disabled={!data?.sample || isLoading}
            onClick={() => void send()}
          >
            Send to me
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}
