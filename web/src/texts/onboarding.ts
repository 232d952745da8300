// The onboarding of tenants (spec 2 §2, §4 and §8).

export const stepCompleted = (points: number) =>
  ({ title: 'Step Completed! 🎉', description: `You earned ${points} points! Keep going!` }) as const

export const stepFailed = { title: 'Error', description: 'Failed to complete step. Please try again.' } as const

export const stepStates = { locked: 'Locked', done: 'Done' } as const

/** How long a step takes. */
export const estimate = '2-3 minutes per step'
