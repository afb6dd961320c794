// The texts of a refund in <terminal-pay>, in Canadian French.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `Une opération antérieure sur ${name} n’a pas encore de résultat. ${name} sera libre dans ${time}. Attendez, ou choisissez un autre terminal.`
        : `${name} est occupé. Attendez, ou choisissez un autre terminal.`,
    charge: (amount, name) => `Rembourser ${amount}${name && ` sur ${name}`}`,
    chargeAgain: (amount, name) => `Réessayer\xa0: rembourser ${amount}${name && ` sur ${name}`}`,
    unsent: 'Non envoyé. Rien n’a été remboursé.',
    unansweredNote:
      'Le remboursement a peut-être commencé. Ne remboursez pas de nouveau. Nous continuons de vérifier.',
    authorizing: 'Remboursement sur la carte',
    steps: ['Connexion', 'Carte', 'Remise'],
    stop: 'Masquer le remboursement',
    stopNote: 'Masquer n’annule pas le remboursement.',
    cancel: 'Annuler le remboursement',
    unwatched: 'Remboursement masqué',
    watchAgain: 'Afficher le suivi',
    doubt: 'Résultat inconnu. Pour l’instant, ne remboursez pas de nouveau',
    review: 'Un responsable doit vérifier ce remboursement',
    chargedAfterAll: 'Le remboursement a bel et bien été fait',
    paidStop:
      'Arrêtez\xa0: un remboursement antérieur de cette commande a été fait, ou son paiement est incertain. Annulez sur le terminal.',
    paidTwice:
      'Trop a peut-être été remboursé\xa0: un remboursement antérieur a été fait, ou le paiement est incertain. Donnez les deux références à votre responsable.',
    paidBefore:
      'Un remboursement antérieur de cette commande a été fait, ou son paiement est incertain. Ne remboursez pas de nouveau.',
    approved: 'Remboursé',
    paidSpoken: (amount) => `${amount} remboursés`,
    markedPaid: 'Marqué comme remboursé',
    paid: (amount) => `Remboursé\xa0: ${amount}`,
    unpaid: {
      declined: 'Non remboursé\xa0: refusé',
      timed_out: 'Non remboursé\xa0: le délai est écoulé',
      failed: 'Non remboursé',
      not_started: 'Non remboursé\xa0: le terminal n’a pas été joint',
      abandoned: 'Non remboursé\xa0: l’opération n’a pas commencé',
      closed_unpaid: 'Marqué comme non remboursé',
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
    doubtNote: (amount) =>
      `On ne sait pas si ${amount} ont été remis sur la carte. Vérifiez l’écran du terminal.`,
    uncheckable: 'Le service de paiement ne peut pas être interrogé sur ce remboursement.',
    reviewNote: 'Ne remboursez pas de nouveau. Donnez la référence à votre responsable.',
    chargedAfterAllNote:
      'Nous avons d’abord appris que rien n’avait été remboursé. Le service de paiement signale maintenant ce remboursement.',
    disputedNote: 'Une inscription indique que le remboursement a été fait, une autre qu’il ne l’a pas été.',
    earlier: 'Référence antérieure',
    notCharged: 'Le client n’a rien reçu. Réessayez, ou choisissez un autre terminal.',
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
      'device-busy': 'Le terminal était occupé. Attendez, ou choisissez un autre terminal.',
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
        'Rien n’a été envoyé. C’est plus que ce qui reste à rembourser. Choisissez un montant plus petit.',
    },
    refundOf: (amount) => `Rembourser ${amount}`,
    toCard: (ending) => `sur la carte se terminant par ${ending}`,
    toPayer: 'sur la carte du paiement',
    partOf: (paid) => `Une partie de ${paid}`,
    payment: 'Référence du paiement',
  },
}
