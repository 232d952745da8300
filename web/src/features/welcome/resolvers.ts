import { zodResolver } from '@hookform/resolvers/zod'
import { LoginForm, SignupForm } from '@keyhold/contracts/identity'

// A file of its own, fetched after the page stands: it brings zod and the contract.
export const signIn = zodResolver(LoginForm)
export const signUp = zodResolver(SignupForm)
