import type { Config } from '../../config.ts'

const digits = (phone: string) => phone.replace(/\D/g, '')
const words = (name: string) => name.trim().replace(/\s+/g, ' ')

/** Whether a sign-up names the one person that the configuration authorises; nobody, unless all three settings are set. */
export function isAuthorisedAdmin(
  config: Config,
  {
    email,
    adminName,
    adminPhone,
  }: { email: string; adminName?: string | null | undefined; adminPhone?: string | null | undefined },
): boolean {
  const { SUPER_ADMIN_EMAIL, SUPER_ADMIN_NAME, SUPER_ADMIN_PHONE } = config
  if (!SUPER_ADMIN_EMAIL || !SUPER_ADMIN_NAME || !SUPER_ADMIN_PHONE || !adminName || !adminPhone) return false
  return (
    email === SUPER_ADMIN_EMAIL &&
    words(adminName) === words(SUPER_ADMIN_NAME) &&
    digits(adminPhone) === digits(SUPER_ADMIN_PHONE)
  )
}
