// The texts of a refund in <terminal-pay>, in Spanish.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `Una operación anterior en ${name} aún no tiene resultado. ${name} estará libre a más tardar a esta hora: ${time}. Espere o elija otra terminal.`
        : `${name} está en uso. Espere o elija otra terminal.`,
    charge: (amount, name) => `Reembolsar ${amount}${name && ` en ${name}`}`,
    chargeAgain: (amount, name) => `Reintentar: reembolsar ${amount}${name && ` en ${name}`}`,
    chargeWhenFree: (amount, name) => `Reembolsar ${amount} cuando ${name} esté libre`,
    queued: (amount, name) => `Esperando ${name}: ${amount} aún sin reembolsar`,
    unsent: (amount) => `No se envió: no se reembolsaron ${amount}`,
    unansweredNote:
      'Es posible que el reembolso haya empezado. No vuelva a reembolsar. Seguimos consultando.',
    authorizing: 'Reembolsando a la tarjeta',
    steps: ['Contacto', 'Tarjeta', 'Reembolso'],
    stop: 'Ocultar el reembolso',
    stopNote: 'Ocultar no cancela el reembolso.',
    cancel: 'Cancelar el reembolso',
    unwatched: 'Es posible que este reembolso siga abierto',
    watchAgain: 'Mostrar el reembolso',
    doubt: (amount) => `No sabemos si se reembolsaron ${amount}. No vuelva a reembolsar.`,
    review: (amount) => `Un encargado debe revisar este reembolso de ${amount}`,
    chargedAfterAll: (amount) => `Sí se reembolsaron ${amount}`,
    paidStop: 'Alto: reembolso dudoso. Cancele en la terminal.',
    paidTwice: 'Es posible que se haya reembolsado de más',
    paidTwiceNote:
      'Un reembolso anterior se realizó, o el pago está en duda. Dé ambas referencias a su encargado.',
    paidBefore: 'Reembolso dudoso. No vuelva a reembolsar.',
    approved: (amount) => `${amount} reembolsado`,
    markedPaid: (amount) => `${amount} marcado como reembolsado`,
    paid: (amount) => `Reembolsado: ${amount}`,
    unpaid: {
      declined: 'Sin reembolso: rechazado',
      timed_out: 'Sin reembolso: no se presentó ninguna tarjeta a tiempo',
      no_answer: 'Sin reembolso: el procesador de tarjetas no respondió',
      failed: 'Sin reembolso',
      not_started: 'Sin reembolso: no se pudo conectar con la terminal',
      abandoned: 'Sin reembolso: no se inició',
      closed_unpaid: 'Marcado como no reembolsado',
    },
    ended: {
      declined: (amount) => `${amount} no reembolsado: rechazado`,
      timed_out: (amount) => `Sin tarjeta a tiempo: no se reembolsaron ${amount}`,
      no_answer: (amount) => `Sin respuesta del procesador de tarjetas: no se reembolsaron ${amount}`,
      failed: (amount) => `No se reembolsaron ${amount}`,
      not_started: (amount) => `Sin conexión con la terminal: no se reembolsaron ${amount}`,
      abandoned: (amount) => `No se inició: no se reembolsaron ${amount}`,
      cancelled: (amount) => `Cancelado en la terminal: no se reembolsaron ${amount}`,
      cancelled_here: (amount) => `Cancelado en la caja: no se reembolsaron ${amount}`,
      closed_unpaid: (amount) => `${amount} marcado como no reembolsado`,
    },
    canceledThere: 'Reembolso cancelado en la terminal',
    canceledHere: 'Reembolso cancelado en la caja',
    done: 'Listo',
    closed: 'Reembolso cerrado',
    refusedNote: 'Esta página no puede leer el reembolso ahora. Inicie sesión de nuevo o recargue la página.',
    contactingNote: 'Tarda más de lo habitual. No vuelva a reembolsar.',
    cancelingNote: 'Espere el resultado. Es posible que el dinero ya esté en la tarjeta.',
    terminalLostNote: 'Conéctela. El reembolso sigue abierto hasta que haya un resultado.',
    uncheckable: 'No se puede consultar al servicio de pagos sobre este reembolso.',
    reviewNote: 'No vuelva a reembolsar. Dé la referencia a su encargado.',
    chargedAfterAllNote:
      'Primero supimos que no se reembolsó. Ahora el servicio de pagos informa de este reembolso.',
    disputedNote: 'Un registro dice que se reembolsó y otro dice que no.',
    earlier: 'Referencia anterior',
    elsewhere: 'Es posible que otra caja lo haya reembolsado desde entonces.',
    saidUnpaid: 'Un encargado confirmó que no se reembolsó nada.',
    decide: 'Decidir sobre el reembolso',
    markPaid: 'Sí se reembolsó',
    markPaidTitle: (amount) => `Se reembolsaron ${amount}`,
    markUnpaid: 'No se reembolsó',
    unpaidOnly: 'Solo si vio en la terminal o en el portal del comercio que no se reembolsó nada.',
    unpaidThen:
      'Después se puede volver a reembolsar. Si el primer reembolso sí se realizó, el cliente recibe el dinero dos veces.',
    unpaidSeen: 'Lo verifiqué: no se reembolsó nada',
    undecided: { 'not-resolvable': 'El reembolso ya tiene su resultado.' },
    problems: {
      'store-restored': 'Los reembolsos están en pausa aquí. No se reembolsó nada. Avise a su encargado.',
      'device-busy': 'La terminal estaba en uso. Espere o elija otra terminal.',
      'queue-over':
        'No se reembolsó nada. La terminal estuvo ocupada 5 minutos. Inténtelo de nuevo o elija otra terminal.',
      'queue-left': 'No se reembolsó nada. Esta página estuvo oculta mientras esperaba. Inténtelo de nuevo.',
      'earlier-attempt-unclear':
        'No se envió nada. Primero se está revisando un reembolso anterior de este pedido.',
      'not-cancelable': 'El reembolso ya no se puede cancelar.',
      session_lost: 'El servicio de pagos ya no conoce el reembolso. Seguimos consultando.',
      identity_mismatch: 'La respuesta pertenece a otra operación.',
      'sale-not-refundable':
        'No se envió nada. Este pedido no se puede reembolsar aquí. Reembólselo en el portal del comercio.',
      'refund-open':
        'No se envió nada. Otro reembolso de este pedido aún no tiene resultado. Espere a que lo tenga.',
      'refund-exceeds-sale':
        'No se envió nada. Es más de lo que queda por reembolsar. Inicie un reembolso menor.',
    },
    tooMuch: (left) =>
      left
        ? `No se envió nada. Solo quedan ${left} por reembolsar. Inicie un reembolso nuevo de ${left} donde inició este.`
        : 'No se envió nada. No queda nada por reembolsar.',
    refundOf: (amount) => `Reembolsar ${amount}`,
    toCard: (ending) => `a la tarjeta terminada en ${ending}`,
    toPayer: 'a la tarjeta del pago',
    partOf: (paid) => `Parte de ${paid}`,
    payment: 'Referencia del pago',
  },
}
