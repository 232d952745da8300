const words = `
account address adjust again alarm allowed amount amounts apartment appliance appliances arrive arrived balance balances bathroom bedroom
behind blower breaker broken building burning burst cabinet call carbon carpet cash ceiling charge charged charges check clogged clothes
collapsed confirmed contact contract contracts copy credit date dates deposit deposits detector dishwasher disposal dizzy door dripping
dryer due electric electrical electricity email emergency end ending ends expire expires explain faucet fees fire fix fixed flooded
flooding floor flush fridge furnace garage garbage grace guest guests headache heater heating history house insurance kitchen know
landlord landlords laundry leak leaking leaks lease leases light lights lock locked machine maintenance microwave money monoxide month
monthly months morning mouse move moved moving neighbor next night noise notice number open outlet outstanding overdue oven owe owed owing
owner paid panel parking pay paying payment payments person phone picked pickup pipe pipes please plumber police policy pool power problem
property quiet rats receipt receipts receive received recent recycling refrigerator refund rent rental renters renting repair repairs report
request requests resend roaches roof rules schedule scheduled security send sewage shower sink smell smells smoke smoking soon sparking
sparks start started statement status stolen stove stuck sublet subletting tenant tenants thanks thermostat ticket tickets today toilet
tomorrow transfer trash unit update upstairs utilities utility valve visitor visitors washer washing water window windows work working
works written year yesterday itemize breakdown previous current upcoming anything happening happened stopped turned turning through
where which there their these those about after before because could would should first every other under never always
cuanto cuando como donde quien renta contrato deposito recibo pago pagos pagar deuda saldo vence termina dueno telefono casero
solicitud reparacion gotea goteando fregadero lavabo inodoro cargo cargos ultimo proximo mensual puedo tengo debo enviar mandar fuego huele
inundacion incendio mes fuga seguro basura ruido estacionamiento
least leave left lower laugh check cheque right wrong night light might sight fight eight later water wager never fever level
place plate please peace piece price prize house horse mouse mount month mouth north worth words world would could cloud count court court
start state stare store story story study party apart part port post past paste taste waste wasted tasted thing think thank
being doing going having making taking coming giving living leaving getting putting sitting letting waiting writing
still until while whole white write quite quiet quick quote queue great treat green greet hello hallo heard heart earth early
spoke speak speaker spoken human manager office someone somebody everyone anyone nobody today tonight weeks years hours
large small short sport sorry worry carry marry dirty thirty twenty forty fifty sixty hundred thousand
wheel wheelchair support animal allergic allergy mold moldy asthma doctor lawyer court evict evicted eviction illegal legal
children religion racist gender pregnant disabled disability voucher discriminate harassing harassment neighbors
paint painted renew renewal renewed extend extension extended terminate termination break breaking lower lowered reduce discount waive
waived remove removed dispute mistake incorrect overcharged twice double refund returned agreed roommate boyfriend girlfriend brother sister
weather tomorrow joke music movie recipe football
floods gushing pouring spraying spray explosion exploded explode robbed robbery burglar intruder weapon shooting stabbed attacked breathing unconscious
bleeding overdose suicide kill trapped elevator flames smoky melted melting shock shocked wires wiring outlets
chirping chirps beeping beeps battery batteries jammed noisy loud flickering cracked crack squeaks squeaking rattling humming
`

/** Words that are understood as they stand; typing errors are corrected to them. */
export const vocabulary: readonly string[] = [...new Set(words.split(/\s+/).filter((word) => word !== ''))]
