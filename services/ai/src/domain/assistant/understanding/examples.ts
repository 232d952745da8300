import type { EmergencyKind, HandOverReason, Intent } from '../intents.ts'

/** Sentences whose meaning is known, for the encoder: what no rule covers means what its nearest neighbours mean. */
export const examples: Record<string, readonly string[]> = {
  balance: [
    'how much money do i owe',
    'is everything on my account settled',
    'do i still have unpaid bills',
    'am i square with you',
    'what is left to pay on my account',
  ],
  balance_reason: ['what are these charges for', 'explain the amount on my account', 'why is the total so high'],
  next_payment: [
    'when must the next rent be paid',
    'what is the deadline for this months rent',
    'when is my payment due',
  ],
  last_payment: [
    'did the rent i sent arrive',
    'have you received what i paid',
    'is my payment confirmed',
    'when did i pay the last time',
  ],
  lease_start: ['when did i move in here', 'what day did my lease begin', 'how long have i been living here'],
  lease_end: ['when is my lease finished', 'until when can i stay here', 'what is the end date of my contract'],
  rent: ['how much does my apartment cost per month', 'what is the monthly price of my place'],
  deposit: ['how large is the security deposit i paid'],
  landlord: [
    'how do i get in contact with the owner of the house',
    'who owns this building',
    'who is in charge of my place',
  ],
  requests: ['has my repair been taken care of', 'what is going on with the thing i reported', 'when will it be fixed'],
  how_to_pay: ['which ways of paying rent are there', 'where do i send my rent money', 'can i use my card to pay'],
  late_fees: ['what does it cost when i pay after the due date', 'is there a penalty for paying late'],
  report_problem: [
    'something in my apartment does not work',
    'i need a repair in the bathroom',
    'the appliance stopped functioning',
    'there are insects in my home',
  ],
  gas: ['there is a smell of gas in my home', 'the gas pipe is leaking'],
  fire: ['the building is burning', 'there are flames and smoke in my apartment'],
  flood: [
    'water is running everywhere in my apartment',
    'my home is under water',
    'a pipe broke and water is shooting out',
  ],
  crime: ['somebody is trying to break into my home', 'a man with a weapon is here'],
  medical: ['somebody is badly hurt and needs an ambulance', 'a person here is unconscious'],
  structure: ['the ceiling fell down', 'part of the building collapsed'],
  electric: ['the outlet gave me an electric shock', 'wires are sparking'],
  decision: [
    'may i change something in the apartment',
    'will you allow me to do this',
    'can my friend live with me',
    'i want to leave before the lease is over',
    'can we change the terms of the contract',
    'please make an exception for me',
  ],
  money_dispute: ['i do not agree with this charge', 'you took too much money from me', 'give me my money back'],
  legal: ['you are not allowed to do that by law', 'what are my rights as a tenant'],
  health: ['i got hurt in the building', 'living here makes me ill'],
  person: ['i would rather talk with a human being', 'let the landlord answer me'],
  others: ['tell me about the people who live next to me', 'what do others pay'],
  hardship: ['i do not have enough money this month', 'i can not afford the rent'],
  unclear: [
    'what is the weather like',
    'tell me something funny',
    'who won the game',
    'write a poem',
    'recommend a restaurant nearby',
    'what is the capital of france',
    'what is your name',
    'how are you',
  ],
}

export type Meaning = Intent | HandOverReason | EmergencyKind
