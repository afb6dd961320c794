// The texts of a refund in <terminal-pay>, in German.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `Ein früherer Vorgang an ${name} hat noch kein Ergebnis. ${name} ist spätestens um ${time} frei. Warten Sie, oder wählen Sie ein anderes Terminal.`
        : `${name} ist belegt. Warten Sie, oder wählen Sie ein anderes Terminal.`,
    charge: (amount, name) => `${amount} erstatten${name && ` – ${name}`}`,
    chargeAgain: (amount, name) => `Noch einmal: ${amount} erstatten${name && ` – ${name}`}`,
    chargeWhenFree: (amount, name) => `${amount} erstatten, sobald ${name} frei ist`,
    queued: (amount, name) => `Warten auf ${name} – ${amount} noch nicht erstattet`,
    unsent: (amount) => `Nicht gesendet – ${amount} nicht erstattet`,
    unansweredNote:
      'Die Erstattung hat möglicherweise begonnen. Nicht erneut erstatten. Wir fragen weiter nach.',
    authorizing: 'Wird auf die Karte erstattet',
    steps: ['Kontakt', 'Karte', 'Erstattung'],
    stop: 'Erstattung ausblenden',
    stopNote: 'Ausblenden bricht die Erstattung nicht ab.',
    cancel: 'Erstattung abbrechen',
    unwatched: 'Diese Erstattung ist vielleicht noch offen',
    watchAgain: 'Wieder anzeigen',
    doubt: (amount) => `Wir wissen nicht, ob ${amount} erstattet wurden. Nicht erneut erstatten.`,
    review: (amount) => `Diese Erstattung über ${amount} muss geprüft werden`,
    chargedAfterAll: (amount) => `${amount} wurden doch erstattet`,
    paidStop: 'Halt: Erstattung fraglich. Brechen Sie am Terminal ab.',
    paidTwice: 'Möglicherweise zu viel erstattet',
    paidTwiceNote:
      'Eine frühere Erstattung kam zustande, oder die Zahlung ist unklar. Geben Sie beide Referenzen an die Filialleitung.',
    paidBefore: 'Erstattung fraglich. Nicht erneut erstatten.',
    approved: (amount) => `${amount} erstattet`,
    markedPaid: (amount) => `${amount} als erstattet markiert`,
    paid: (amount) => `${amount} erstattet`,
    unpaid: {
      declined: 'Nicht erstattet: abgelehnt',
      timed_out: 'Nicht erstattet: keine Karte in der Zeit',
      no_answer: 'Nicht erstattet: keine Antwort vom Kartenprozessor',
      failed: 'Nicht erstattet',
      not_started: 'Nicht erstattet: Das Terminal wurde nicht erreicht',
      abandoned: 'Nicht erstattet: nicht begonnen',
      closed_unpaid: 'Als nicht erstattet markiert',
    },
    ended: {
      declined: (amount) => `${amount} nicht erstattet – abgelehnt`,
      timed_out: (amount) => `Keine Karte in der Zeit – ${amount} nicht erstattet`,
      no_answer: (amount) => `Keine Antwort vom Kartenprozessor – ${amount} nicht erstattet`,
      failed: (amount) => `${amount} nicht erstattet`,
      not_started: (amount) => `Terminal nicht erreicht – ${amount} nicht erstattet`,
      abandoned: (amount) => `Nicht begonnen – ${amount} nicht erstattet`,
      cancelled: (amount) => `Am Terminal abgebrochen – ${amount} nicht erstattet`,
      cancelled_here: (amount) => `An der Kasse abgebrochen – ${amount} nicht erstattet`,
      closed_unpaid: (amount) => `${amount} als nicht erstattet markiert`,
    },
    canceledThere: 'Erstattung am Terminal abgebrochen',
    canceledHere: 'Erstattung an der Kasse abgebrochen',
    done: 'Fertig',
    closed: 'Erstattung geschlossen',
    refusedNote:
      'Diese Seite darf die Erstattung gerade nicht lesen. Melden Sie sich erneut an, oder laden Sie die Seite neu.',
    contactingNote: 'Das dauert länger als üblich. Nicht erneut erstatten.',
    cancelingNote: 'Warten Sie auf das Ergebnis. Das Geld ist möglicherweise schon auf der Karte.',
    terminalLostNote: 'Schließen Sie es an. Die Erstattung bleibt offen, bis es ein Ergebnis gibt.',
    uncheckable: 'Der Zahlungsdienst kann zu dieser Erstattung nicht befragt werden.',
    reviewNote: 'Nicht erneut erstatten. Geben Sie die Referenz an die Filialleitung.',
    chargedAfterAllNote:
      'Zuerst hieß es, es wurde nichts erstattet. Jetzt meldet der Zahlungsdienst diese Erstattung.',
    disputedNote: 'Eine Angabe sagt, dass erstattet wurde, eine andere, dass nicht erstattet wurde.',
    earlier: 'Frühere Referenz',
    elsewhere: 'Eine andere Kasse hat dies seither möglicherweise erstattet.',
    saidUnpaid: 'Von Hand als nicht erstattet bestätigt.',
    decide: 'Über die Erstattung entscheiden',
    markPaid: 'Wurde erstattet',
    markPaidTitle: (amount) => `${amount} wurden erstattet`,
    markUnpaid: 'Wurde nicht erstattet',
    unpaidOnly: 'Nur wenn Sie am Terminal oder im Händlerportal gesehen haben, dass nichts erstattet wurde.',
    unpaidThen:
      'Danach kann noch einmal erstattet werden. War die erste Erstattung doch erfolgreich, bekommt der Kunde das Geld doppelt.',
    unpaidSeen: 'Ich habe nachgesehen: Es wurde nichts erstattet',
    undecided: { 'not-resolvable': 'Die Erstattung hat inzwischen ihr Ergebnis.' },
    problems: {
      'store-restored':
        'Erstattungen sind hier angehalten. Es wurde nichts erstattet. Informieren Sie die Filialleitung.',
      'device-busy': 'Das Terminal war belegt. Warten Sie, oder wählen Sie ein anderes Terminal.',
      'queue-over':
        'Es wurde nichts erstattet. Das Terminal war 5 Minuten belegt. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Terminal.',
      'queue-left':
        'Es wurde nichts erstattet. Diese Seite war beim Warten verborgen. Versuchen Sie es noch einmal.',
      'earlier-attempt-unclear':
        'Es wurde nichts gesendet. Zuerst wird eine frühere Erstattung dieser Bestellung geprüft.',
      'not-cancelable': 'Die Erstattung kann nicht mehr abgebrochen werden.',
      session_lost: 'Der Zahlungsdienst kennt die Erstattung nicht mehr. Wir fragen weiter nach.',
      identity_mismatch: 'Die Antwort gehört zu einem anderen Vorgang.',
      'sale-not-refundable':
        'Es wurde nichts gesendet. Diese Bestellung kann hier nicht erstattet werden. Erstatten Sie sie im Händlerportal.',
      'refund-open':
        'Es wurde nichts gesendet. Eine andere Erstattung dieser Bestellung hat noch kein Ergebnis. Warten Sie darauf.',
      'refund-exceeds-sale':
        'Es wurde nichts gesendet. Das ist mehr, als noch erstattet werden kann. Beginnen Sie eine neue Erstattung über weniger.',
    },
    tooMuch: (left) =>
      left
        ? `Es wurde nichts gesendet. Es können nur noch ${left} erstattet werden. Beginnen Sie dort, wo Sie diese Erstattung begonnen haben, eine neue über ${left}.`
        : 'Es wurde nichts gesendet. Es ist bereits alles erstattet.',
    refundOf: (amount) => `${amount} erstatten`,
    toCard: (ending) => `auf die Karte mit der Endung ${ending}`,
    toPayer: 'auf die Karte der Zahlung',
    partOf: (paid) => `Teil von ${paid}`,
    payment: 'Referenz der Zahlung',
  },
}
