import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { Siren, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router-dom'
import { onFact } from '~/api/client/stream.ts'
import { requestsApi } from '~/api/requests.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { isNewEmergency } from './emergency.ts'

interface Emergency {
  id: string
  title: string
  /** Whose, and where. */
  about: string
}

/** Says at once, on whatever page one is, that an emergency was reported; stays until it is opened or put away. */
export default function EmergencyWatch() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const [emergencies, setEmergencies] = useState<readonly Emergency[]>([])
  const putAway = (gone: string) => setEmergencies((before) => before.filter(({ id }) => id !== gone))

  useEffect(() => {
    // A fact says which request it is about, and not what: that is asked.
    const look = async (id: string) => {
      const request = await dispatch(
        requestsApi.endpoints.getMaintenance.initiate({ id }, { subscribe: false, forceRefetch: true }),
      ).unwrap()
      if (!isNewEmergency(request)) return
      const { title, tenantName, propertyName } = request
      const emergency = { id, title, about: [tenantName, propertyName].filter(Boolean).join(', ') }
      setEmergencies((before) => [emergency, ...before.filter((one) => one.id !== id)])
    }
    return onFact(({ type, subject }) => {
      // One that could not be asked for is in the list, among the open emergencies.
      if (type.startsWith('maintenance.request.')) look(subject).catch(() => {})
    })
  }, [dispatch])

  return (
    // In sight however far one has scrolled; on phones below the header.
    <div role="alert" className="sticky top-3 z-20 grid gap-3 not-empty:mb-5 phone:top-17">
      {emergencies.map(({ id, title, about }) => (
        <Callout
          key={id}
          tone="danger"
          className="shadow-float"
          icon={<Siren aria-hidden />}
          title={`Emergency reported: ${title}`}
          action={
            <div className="flex items-center gap-1">
              <Button size="sm" variant="danger" asChild>
                <Link to={paths.maintenanceRequest(id)} onClick={() => putAway(id)}>
                  Open request
                </Link>
              </Button>
              <IconButton label={`Put away: ${title}`} onClick={() => putAway(id)}>
                <X aria-hidden />
              </IconButton>
            </div>
          }
        >
          {about || undefined}
        </Callout>
      ))}
    </div>
  )
}
