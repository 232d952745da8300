import { useEffect } from 'react'
import { usePortalBrandingQuery } from '~/api/branding.ts'
import { rememberLook, showLook } from '~/lib/branding.ts'

/** Shows the look of the tenant's landlord while the tenant is signed in. */
export default function PortalLook() {
  const { data } = usePortalBrandingQuery()
  useEffect(() => {
    if (!data) return
    showLook(data)
    rememberLook(data)
  }, [data])
  // Only on leaving: a new answer replaces the look without Keyhold's in between.
  useEffect(
    () => () => {
      showLook(null)
      rememberLook(null)
    },
    [],
  )
  return null
}
