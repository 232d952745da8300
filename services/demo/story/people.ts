export const landlord = {
  email: 'maya@demo.keyhold.test',
  firstName: 'Maya',
  lastName: 'Okafor',
  phone: '+1 555 010 0199',
}

export interface DemoPerson {
  firstName: string
  lastName: string
  email: string
  phone: string
  employerName?: string
  monthlyIncome?: number
}

const person = (firstName: string, lastName: string, line: number, more: Partial<DemoPerson> = {}): DemoPerson => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@example.com`.toLowerCase(),
  phone: `+1 555 010 0${line}`,
  ...more,
})

/** The tenant whose account is printed at the first start. */
export const jordan = person('Jordan', 'Reyes', 142, { email: 'jordan@demo.keyhold.test', monthlyIncome: 5900 })

export const people = {
  jordan,
  priya: person('Priya', 'Shah', 121, { employerName: 'Tilikum Dental', monthlyIncome: 7200 }),
  noor: person('Noor', 'Haddad', 177, { employerName: 'Quillwood Bakery', monthlyIncome: 4300 }),
  tomas: person('Tomas', 'Berg', 131),
  lena: person('Lena', 'Fischer', 132, { monthlyIncome: 3900 }),
  ravi: person('Ravi', 'Patel', 133),
  walter: person('Walter', 'Lindgren', 151),
  grace: person('Grace', 'Kim', 152, { employerName: 'Platte Valley Schools', monthlyIncome: 3600 }),
  marcus: person('Marcus', 'Bell', 153),
  dana: person('Dana', 'Whitfield', 154),
  sofia: person('Sofia', 'Marchetti', 161),
  ben: person('Ben', 'Ortiz', 162),
  ahmed: person('Ahmed', 'Yusuf', 163, { monthlyIncome: 5100 }),
  hannah: person('Hannah', 'Clarke', 164),
  elena: person('Elena', 'Petrova', 171),
} as const satisfies Record<string, DemoPerson>

export type PersonKey = keyof typeof people
