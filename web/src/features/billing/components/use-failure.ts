import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '~/api/client/problem.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { noPaymentInformation, subscriptionNotStarted } from '~/texts/billing.ts'

/** A failed start shows a message and leads back to the plans (spec §8). */
export function useFailure(error: unknown): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (error == null) return
    toast({
      variant: 'destructive',
      title: noPaymentInformation.title,
      description: messageOf(error, subscriptionNotStarted),
    })
    void navigate(paths.pricing, { replace: true })
  }, [error, navigate])
}
