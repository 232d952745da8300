import { calendarDate, line, money, optional, phone } from '../scalars.ts'

/** What tenants enter about themselves at registration, and landlords about their tenants. */
export const personFields = {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  phone: optional(phone),
  dateOfBirth: optional(calendarDate),
  emergencyContactName: optional(line(200)),
  emergencyContactPhone: optional(phone),
  employerName: optional(line(200)),
  monthlyIncome: optional(money(0, 'Monthly income must be a valid number')),
}
