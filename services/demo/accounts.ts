export interface DemoAccount {
  email: string
  password: string
  role: 'landlord' | 'tenant' | 'super_admin'
}

/** The demo's administrator. Created only where SUPER_ADMIN_* names this person, as `npm start` does by default. */
export const demoAdmin = {
  email: 'ada@demo.keyhold.test',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  phone: '+1 555 010 0100',
}
