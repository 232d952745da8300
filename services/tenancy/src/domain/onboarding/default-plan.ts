import { defaultPointsPerLevel, defaultReward, type OnboardingPlan } from '@keyhold/contracts/tenancy/onboarding'

type Step = OnboardingPlan['steps'][number]

// The ids are fixed, so that a step stays the same one before and after the landlord changes the plan.
const step = (number: number, fields: Pick<Step, 'taskType' | 'title' | 'description'>): Step => ({
  id: `0199a000-0000-7000-8000-00000000000${number}`,
  isRequired: true,
  pointsReward: defaultReward,
  isActive: true,
  ...fields,
})

const steps: Step[] = [
  step(1, {
    taskType: 'profile',
    title: 'Complete your profile',
    description: 'Add your phone number, so that your landlord can reach you when it matters.',
  }),
  step(2, {
    taskType: 'emergency_contact',
    title: 'Name an emergency contact',
    description: 'Somebody to call if something happens and you cannot be reached.',
  }),
  step(3, {
    taskType: 'documents',
    title: 'Read your lease and documents',
    description: 'Open the documents that your landlord shares with you, and read what applies to your home.',
  }),
  step(4, {
    taskType: 'payments',
    title: 'Know your rent',
    description: 'See how much is due and when, and how to report a payment.',
  }),
  step(5, {
    taskType: 'maintenance',
    title: 'Learn how to report a repair',
    description: 'See where requests are made, with photos, and where you follow their progress.',
  }),
  step(6, {
    taskType: 'insurance',
    title: 'Add your renters insurance',
    description: 'Enter your policy and upload the proof, so that your landlord has it on file.',
  }),
]

/** What holds until a landlord changes it. */
export const defaultPlan: OnboardingPlan = {
  // Not every tenant has an insurance: it stays open without holding the others up.
  steps: steps.map((one) => (one.taskType === 'insurance' ? { ...one, isRequired: false } : one)),
  achievements: [
    {
      type: 'first_step',
      title: 'First Step',
      description: 'Complete your first step',
      icon: 'footprints',
      badgeColor: 'blue',
      pointsAwarded: 10,
      isActive: true,
    },
    {
      type: 'halfway',
      title: 'Halfway There',
      description: 'Complete half of the steps',
      icon: 'flag',
      badgeColor: 'blue',
      pointsAwarded: 25,
      isActive: true,
    },
    {
      type: 'all_required',
      title: 'Settled In',
      description: 'Complete every required step',
      icon: 'home',
      badgeColor: 'green',
      pointsAwarded: 50,
      isActive: true,
    },
    {
      type: 'everything',
      title: 'Above and Beyond',
      description: 'Complete every step, optional ones too',
      icon: 'trophy',
      badgeColor: 'yellow',
      pointsAwarded: 50,
      isActive: true,
    },
    {
      type: 'streak',
      title: 'On a Roll',
      description: 'Complete steps on three days in a row',
      icon: 'flame',
      badgeColor: 'red',
      pointsAwarded: 25,
      isActive: true,
    },
  ],
  pointsPerLevel: defaultPointsPerLevel,
  streakDays: 1,
  updatedAt: null,
}
