import { FileText } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { useSendBillMutation } from '~/api/vendor-links.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { MoneyInput } from '~/components/ui/input.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { FilePicker } from '~/components/upload/drop-zone.tsx'
import { money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import type { WorkProps } from './work-props.ts'

const statusWords = { proposed: 'With the landlord', accepted: 'Accepted', rejected: 'Rejected' } as const

/** The invoice: its amount and file. The landlord accepts or rejects it. */
export function Bills({ token, work }: WorkProps) {
  const [send, { isLoading }] = useSendBillMutation()
  const [amount, setAmount] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const save = async () => {
    if (!(Number(amount) > 0)) return setFault('Enter the amount.')
    if (!file) return setFault('Choose the file of your invoice.')
    setFault(null)
    try {
      await send({ token, amount, file }).unwrap()
      toast({ variant: 'success', title: 'Invoice sent', description: money(Number(amount)) })
      setAmount('')
      setFile(null)
    } catch (error) {
      setFault(messageOf(error))
    }
  }
  return (
    <section aria-labelledby="work-bills" className="grid gap-3">
      <h2 id="work-bills" className="text-lg font-semibold">
        Invoice
      </h2>
      {work.bills.length > 0 && (
        <ul aria-label="Invoices" className="grid gap-2">
          {work.bills.map((bill) => (
            <li key={bill.id} className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2">
              <span className="font-medium">{money(bill.amount)}</span>
              <span className="min-w-0 flex-1 truncate text-muted">{bill.fileName}</span>
              <StatusBadge
                status={bill.status}
                label={statusWords[bill.status]}
                tone={bill.status === 'accepted' ? 'success' : bill.status === 'rejected' ? 'warning' : 'info'}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="grid gap-3"
        aria-label="Send an invoice"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLoading) void save()
        }}
      >
        <Field label="Amount" className="max-w-48">
          {(bound) => <MoneyInput {...bound} value={amount} onChange={(event) => setAmount(event.target.value)} />}
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <FilePicker
            type="button"
            size="sm"
            variant="secondary"
            accept=".pdf,.jpg,.jpeg,.png,.webp"
            icon={<FileText aria-hidden />}
            onFiles={(files) => setFile([...files][0] ?? null)}
          >
            {file ? 'Another file' : 'Choose the file'}
          </FilePicker>
          <span className="min-w-0 flex-1 truncate text-sm text-muted">
            {file?.name ?? 'PDF or photo, up to 10 MB'}
          </span>
        </div>
        {fault && <Callout tone="danger">{fault}</Callout>}
        <Button type="submit" size="sm" className="justify-self-start" loading={isLoading}>
          Send invoice
        </Button>
      </form>
    </section>
  )
}
