import type { Membership } from '@keyhold/contracts/identity/accounts'

/** How a person tells their accounts apart. */
export const membershipName = ({ userType, landlordName }: Membership): string =>
  userType === 'landlord'
    ? 'Landlord'
    : userType === 'super_admin'
      ? 'Super Admin'
      : landlordName
        ? `Tenant of ${landlordName}`
        : 'Tenant'
