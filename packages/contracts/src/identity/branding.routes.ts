import { everyone, landlords } from '../roles.ts'
import { route } from '../route.ts'

export const getBranding = route('GET', '/api/branding', landlords)
export const changeBranding = route('PUT', '/api/branding', landlords)
export const resetBranding = route('DELETE', '/api/branding', landlords)
export const uploadLogo = route('PUT', '/api/branding/logo', landlords)
export const deleteLogo = route('DELETE', '/api/branding/logo', landlords)
export const claimHost = route('PUT', '/api/branding/host', landlords)
export const verifyHost = route('POST', '/api/branding/host/verify', landlords)
export const releaseHost = route('DELETE', '/api/branding/host', landlords)
/** The name is random: pages of visitors, who are nobody yet, show the logo. */
export const logoFile = route('GET', '/api/logos/:name', 'public')
export const portalBranding = route('GET', '/api/portal-branding', everyone)
export const landlordBranding = route('GET', '/internal/branding/:landlordId', 'service')
export const hostBranding = route('GET', '/internal/branding-hosts/:host', 'service')
