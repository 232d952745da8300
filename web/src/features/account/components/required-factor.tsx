import { useState } from 'react'
import { useGetSecondFactorQuery } from '~/api/second-factors.ts'
import { refreshSession } from '~/api/client/refresh.ts'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { paths } from '~/lib/paths.ts'
import { hasSecondFactor } from '../second-factor.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

/** In place of every page, for an account that needs a second factor and has none. */
export default function RequiredFactor() {
  const { data } = useGetSecondFactorQuery()
  const [isLeaving, setLeaving] = useState(false)
  const isDone = data !== undefined && hasSecondFactor(data)
  const goOn = async () => {
    setLeaving(true)
    // The new access token opens the rest; everything was refused so far, so the page starts again.
    await refreshSession(Date.now())
    location.assign(paths.home)
  }
  return (
    <>
      <PageHeader
        title="Set up two-step sign-in"
        description="Administrators of this site need a second factor. Set up an authenticator app or a passkey to continue."
      />
      <div className="grid max-w-2xl gap-5">
        <SecondFactorCard />
        <Button
          size="lg"
          disabled={!isDone}
          loading={isLeaving}
          onClick={() => void goOn()}
          className="justify-self-start"
        >
          Continue to Keyhold
        </Button>
      </div>
    </>
  )
}
