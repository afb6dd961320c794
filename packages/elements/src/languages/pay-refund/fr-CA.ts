// The texts of a refund in <terminal-pay>, in Canadian French.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `Une opération antérieure sur ${name} n’a pas encore de résultat. ${name} sera libre au plus tard à ${time}. Attendez, ou choisissez un autre terminal.`
        : `${name} est occupé. Attendez, ou choisissez un autre terminal.`,
    charge: (amount, name) => `Rembourser ${amount}${name && ` sur ${name}`}`,
    chargeAgain: (amount, name) => `Réessayer\xa0: rembourser ${amount}${name && ` sur ${name}`}`,
    chargeWhenFree: (amount, name) => `Rembourser ${amount} quand ${name} sera libre`,
    queued: (amount, name) => `En attente de ${name} – ${amount} pas encore remboursés`,
    unsent: (amount) => `Non envoyé – ${amount} non remboursés`,
    unansweredNote:
      'Le remboursement a peut-être commencé. Ne remboursez pas de nouveau. Nous continuons de vérifier.',
    authorizing: 'Remboursement sur la carte',
    steps: ['Connexion', 'Carte', 'Remboursement'],
    stop: 'Masquer le remboursement',
    stopNote: 'Masquer n’annule pas le remboursement.',
    cancel: 'Annuler le remboursement',
    unwatched: 'Ce remboursement est peut-être encore ouvert',
    watchAgain: 'Afficher le suivi',
    doubt: (amount) => `Nous ne savons pas si ${amount} ont été remboursés. Ne remboursez pas de nouveau.`,
    review: (amount) => `Un responsable doit vérifier ce remboursement de ${amount}`,
    chargedAfterAll: (amount) => `${amount} ont bel et bien été remboursés`,
    paidStop: 'Arrêtez\xa0: remboursement incertain. Annulez sur le terminal.',
    paidTwice: 'Trop a peut-être été remboursé',
    paidTwiceNote:
      'Un remboursement antérieur a été fait, ou le paiement est incertain. Donnez les deux références à votre responsable.',
    paidBefore: 'Remboursement incertain. Ne remboursez pas de nouveau.',
    approved: (amount) => `${amount} remboursés`,
    markedPaid: (amount) => `${amount} marqués comme remboursés`,
    paid: (amount) => `Remboursé\xa0: ${amount}`,
    unpaid: {
      declined: 'Non remboursé\xa0: refusé',
      timed_out: 'Non remboursé\xa0: aucune carte n’a été présentée à temps',
      no_answer: 'Non remboursé\xa0: aucune réponse du processeur de cartes',
      failed: 'Non remboursé',
      not_started: 'Non remboursé\xa0: le terminal n’a pas été joint',
      abandoned: 'Non remboursé\xa0: l’opération n’a pas commencé',
      closed_unpaid: 'Marqué comme non remboursé',
    },
    ended: {
      declined: (amount) => `${amount} non remboursés – refusé`,
      timed_out: (amount) => `Aucune carte à temps – ${amount} non remboursés`,
      no_answer: (amount) => `Aucune réponse du processeur de cartes – ${amount} non remboursés`,
      failed: (amount) => `${amount} non remboursés`,
      not_started: (amount) => `Terminal non joint – ${amount} non remboursés`,
      abandoned: (amount) => `Non commencé – ${amount} non remboursés`,
      cancelled: (amount) => `Annulé sur le terminal – ${amount} non remboursés`,
      cancelled_here: (amount) => `Annulé à la caisse – ${amount} non remboursés`,
      closed_unpaid: (amount) => `${amount} marqués comme non remboursés`,
    },
    canceledThere: 'Remboursement annulé sur le terminal',
    canceledHere: 'Remboursement annulé à la caisse',
    done: 'Terminé',
    closed: 'Remboursement fermé',
    refusedNote:
      'Cette page ne peut pas lire le remboursement en ce moment. Reconnectez-vous, ou rechargez la page.',
    contactingNote: 'C’est plus long que d’habitude. Ne remboursez pas de nouveau.',
    cancelingNote: 'Attendez le résultat. L’argent est peut-être déjà sur la carte.',
    terminalLostNote: 'Branchez-le. Le remboursement reste ouvert jusqu’à ce qu’il y ait un résultat.',
    uncheckable: 'Le service de paiement ne peut pas être interrogé sur ce remboursement.',
    reviewNote: 'Ne remboursez pas de nouveau. Donnez la référence à votre responsable.',
    chargedAfterAllNote:
      'Nous avons d’abord appris que rien n’avait été remboursé. Le service de paiement signale maintenant ce remboursement.',
    disputedNote: 'Une inscription indique que le remboursement a été fait, une autre qu’il ne l’a pas été.',
    earlier: 'Référence antérieure',
    elsewhere: 'Une autre caisse a peut-être fait ce remboursement depuis.',
    saidUnpaid: 'Un responsable a constaté que rien n’a été remboursé.',
    decide: 'Décider du remboursement',
    markPaid: 'A été remboursé',
    markPaidTitle: (amount) => `${amount} ont été remboursés`,
    markUnpaid: 'N’a pas été remboursé',
    unpaidOnly:
      'Seulement si vous avez vu sur le terminal ou dans le portail des commerçants que rien n’a été remboursé.',
    unpaidThen:
      'On peut ensuite rembourser de nouveau. Si le premier remboursement a finalement été fait, le client reçoit l’argent deux fois.',
    unpaidSeen: 'J’ai vérifié\xa0: rien n’a été remboursé',
    undecided: { 'not-resolvable': 'Le remboursement a maintenant son résultat.' },
    problems: {
      'store-restored':
        'Les remboursements sont suspendus ici. Rien n’a été remboursé. Avisez votre responsable.',
      'device-busy': 'Le terminal était occupé. Attendez, ou choisissez un autre terminal.',
      'queue-over':
        'Rien n’a été remboursé. Le terminal a été occupé pendant 5 minutes. Réessayez, ou choisissez un autre terminal.',
      'queue-left': 'Rien n’a été remboursé. Cette page était masquée pendant l’attente. Réessayez.',
      'earlier-attempt-unclear':
        'Rien n’a été envoyé. Un remboursement antérieur de cette commande est d’abord vérifié.',
      'not-cancelable': 'Le remboursement ne peut plus être annulé.',
      session_lost: 'Le service de paiement ne connaît plus le remboursement. Nous continuons de vérifier.',
      identity_mismatch: 'La réponse appartient à une autre opération.',
      'sale-not-refundable':
        'Rien n’a été envoyé. Cette commande ne peut pas être remboursée ici. Remboursez-la dans le portail des commerçants.',
      'refund-open':
        'Rien n’a été envoyé. Un autre remboursement de cette commande n’a pas encore de résultat. Attendez-le.',
      'refund-exceeds-sale':
        'Rien n’a été envoyé. C’est plus que ce qui reste à rembourser. Lancez un remboursement plus petit.',
    },
    tooMuch: (left) =>
      left
        ? `Rien n’a été envoyé. Il ne reste que ${left} à rembourser. Lancez un nouveau remboursement de ${left} là où vous avez lancé celui-ci.`
        : 'Rien n’a été envoyé. Il ne reste rien à rembourser.',
    refundOf: (amount) => `Rembourser ${amount}`,
    toCard: (ending) => `sur la carte se terminant par ${ending}`,
    toPayer: 'sur la carte du paiement',
    partOf: (paid) => `Une partie de ${paid}`,
    payment: 'Référence du paiement',
  },
}
