import { messageOf } from '~/api/client/problem.ts'
import { useExplainPaymentQuery } from '~/api/explanations.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Why } from '~/components/ui/why.tsx'

/** Explains a payment's figures; fetched when the button is pressed. `of` names the payment. */
export function WhyPayment({ id, of }: { id: string; of: string }) {
  return (
    <Why of={of}>
      <Answers id={id} />
    </Why>
  )
}

function Answers({ id }: { id: string }) {
  const { currentData, error } = useExplainPaymentQuery({ id })
  if (error) return <p role="alert">{messageOf(error)}</p>
  if (!currentData) return <Skeleton className="h-32 w-full" />
  return (
    <>
      <p className="font-semibold">{currentData.title}</p>
      <dl className="grid gap-3">
        {currentData.lines.map(({ question, answer, formula }, index) => (
          // Several receipts can have the same texts.
          <div key={`${index} ${question}`}>
            <dt className="text-sm font-medium">{question}</dt>
            <dd className="text-muted">
              {answer}
              {formula && <span className="figures mt-0.5 block text-sm text-ink">{formula}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
