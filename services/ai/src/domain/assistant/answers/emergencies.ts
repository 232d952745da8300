import type { EmergencyKind, Language } from '../intents.ts'

/** What to do first. Short, since it is read in a hurry. */
const steps: Record<Language, Record<EmergencyKind, string>> = {
  en: {
    gas: 'Leave the building now and take everyone with you. Do not use switches, phones or flames inside. From outside, call 911 or your gas company.',
    carbon_monoxide:
      'Get everyone out into fresh air now. From outside, call 911. Do not go back in until they say it is safe.',
    fire: 'Leave the building now and close doors behind you. Do not use the elevator. From outside, call 911.',
    electric:
      'Do not touch it, and keep away from water. If you can reach the breaker panel safely, switch the power off. If there is smoke or fire, leave and call 911.',
    flood:
      'Shut off the water at the main valve if you can reach it safely. Stay away from outlets and appliances that are wet. If anyone is in danger, leave and call 911.',
    crime:
      'Go where you are safe and call 911 now. Do not confront anyone, and do not go inside while someone may be there.',
    medical: 'Call 911 now and stay with the person. Do what the dispatcher says.',
    crisis: 'You are not alone. Call or text 988 now, at any hour, or 911 if anyone is in immediate danger.',
    structure: 'Leave the area now and keep others away. Call 911 if anyone is hurt, trapped or in danger.',
    cold: 'Keep everyone warm in one room, and do not heat with an oven, a grill or a generator. If a baby, an older person or anyone ill is getting cold, call 911.',
  },
  es: {
    gas: 'Salga del edificio ahora con todas las personas. No use interruptores, teléfonos ni fuego adentro. Desde afuera, llame al 911 o a su compañía de gas.',
    carbon_monoxide:
      'Salgan todos al aire libre ahora. Desde afuera, llame al 911. No vuelvan a entrar hasta que les digan que es seguro.',
    fire: 'Salga del edificio ahora y cierre las puertas. No use el ascensor. Desde afuera, llame al 911.',
    electric:
      'No lo toque y no se acerque al agua. Si puede llegar al tablero sin peligro, corte la corriente. Si hay humo o fuego, salga y llame al 911.',
    flood:
      'Cierre la llave principal del agua si puede llegar sin peligro. No toque enchufes ni aparatos mojados. Si alguien está en peligro, salga y llame al 911.',
    crime:
      'Vaya a un lugar seguro y llame al 911 ahora. No se enfrente a nadie ni entre si puede haber alguien adentro.',
    medical: 'Llame al 911 ahora y quédese con la persona. Haga lo que le digan.',
    crisis:
      'No está solo. Llame o envíe un mensaje al 988 ahora, a cualquier hora, o al 911 si alguien está en peligro inmediato.',
    structure: 'Aléjese ahora y no deje pasar a nadie. Llame al 911 si alguien está herido, atrapado o en peligro.',
    cold: 'Abríguense juntos en un cuarto y no calienten con horno, parrilla ni generador. Si un bebé, una persona mayor o enferma se enfría, llame al 911.',
  },
}

export const emergencyNames: Record<EmergencyKind, string> = {
  gas: 'Gas smell or leak',
  carbon_monoxide: 'Carbon monoxide',
  fire: 'Fire or smoke',
  electric: 'Electrical danger',
  flood: 'Flooding',
  crime: 'Break-in or violence',
  medical: 'Medical emergency',
  crisis: 'A person in crisis',
  structure: 'Collapse or explosion',
  cold: 'No heat in the cold',
}

export const emergencyText = (kind: EmergencyKind, language: Language): string =>
  `${steps[language][kind]}\n${
    language === 'es' ? 'Su arrendador recibe un aviso ahora mismo.' : 'Your landlord is being alerted right now.'
  }`
