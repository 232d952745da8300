import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { Siren, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router-dom'
import { onServerChange } from '~/api/client/stream.ts'
import { requestsApi } from '~/api/requests.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { isNewEmergency } from './emergency.ts'

interface Emergency {
  id: string
  title: string
  /** The tenant and the property. */
  about: string
}

/** Announces a reported emergency on any page; stays until it is opened or dismissed. */
export default function EmergencyWatch() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const [emergencies, setEmergencies] = useState<readonly Emergency[]>([])
  const dismiss = (gone: string) => setEmergencies((before) => before.filter(({ id }) => id !== gone))

  useEffect(() => {
    // A change names the request, not its content: fetch it.
    const look = async (id: string) => {
      const request = await dispatch(
        requestsApi.endpoints.getMaintenance.initiate({ id }, { subscribe: false, forceRefetch: true }),
      ).unwrap()
      if (!isNewEmergency(request)) return
      const { title, tenantName, propertyName } = request
      const emergency = { id, title, about: [tenantName, propertyName].filter(Boolean).join(', ') }
      setEmergencies((before) => [emergency, ...before.filter((one) => one.id !== id)])
    }
    return onServerChange(({ type, subject }) => {
      // If it can't be fetched, it is still listed among the open emergencies.
      if (type.startsWith('maintenance.request.')) look(subject).catch(() => {})
    })
  }, [dispatch])

  return (
    // Stays visible while scrolling; on phones below the header.
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
                <Link to={paths.maintenanceRequest(id)} onClick={() => dismiss(id)}>
                  Open request
                </Link>
              </Button>
              <IconButton label={`Dismiss: ${title}`} onClick={() => dismiss(id)}>
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
