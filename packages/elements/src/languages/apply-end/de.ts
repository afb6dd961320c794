// The texts of <merchant-apply> from the review to the end, in German.
import type { ApplyEndDictionary } from '../dictionary.ts'

export const STRINGS: ApplyEndDictionary = {
  review: {
    planTitle: 'Tarif',
    plan: 'Gewählter Tarif',
    choosePlan: 'Tarif wählen',
    taxId: 'Steuernummer',
    businessAddress: 'Geschäftsanschrift',
    mailingAddress: 'Postanschrift',
    homeAddress: 'Privatanschrift',
    control: 'Leitet das Unternehmen',
    primary: 'Hauptkontakt',
    sameName: 'Wie der rechtliche Name',
    sameAddress: 'Wie die Geschäftsanschrift',
    owners: 'Ihre persönliche Nummer, siehe unten',
    later: 'Wird nachgereicht',
    yes: 'Ja',
    no: 'Nein',
    none: 'Keine Angabe',
    missing: 'Fehlt',
    given: 'Für Sie ausgefüllt',
    change: 'Ändern',
    wrong: 'Bevor Sie fortfahren',
    odd: 'Bitte noch einmal prüfen',
    print: 'Drucken',
  },
  agreement: {
    fields: {
      'consent.documents': {
        label: 'Dokumente',
        errors: {
          'documents-changed':
            'Die Dokumente haben sich geändert. Lesen Sie die neue Fassung und stimmen Sie erneut zu',
        },
      },
      'consent.accepted': {
        label: 'Ihre Zustimmung',
        errors: { 'consent-missing': 'Kreuzen Sie alle Kästchen an, um zuzustimmen' },
      },
      'consent.signerName': {
        label: 'Mit Ihrem Namen unterschreiben',
        errors: { 'signature-name': 'Geben Sie Ihren Vor- und Nachnamen wie im Antrag ein' },
      },
      termsToken: {
        label: 'Geschäftsbedingungen',
        errors: { 'terms-token': 'Stimmen Sie den Geschäftsbedingungen zu' },
      },
    },
    fees: (plan) => `Gebühren im Tarif ${plan}`,
    loading: 'Dokumente werden geladen',
    failed: 'Die Dokumente konnten nicht geladen werden.',
    tryAgain: 'Erneut versuchen',
    edition: (version, hash, language) => `Version ${version} · ${language} · SHA-256 ${hash}…`,
    large: 'Ganzes Dokument lesen',
    small: 'Weniger anzeigen',
    agreed: 'Sie haben den Geschäftsbedingungen zugestimmt.',
    host: 'Mit dem Absenden stimmen Sie den Geschäftsbedingungen zu.',
    signers: (names) => `Wie im Antrag: ${names}`,
    submit: 'Zustimmen und Antrag absenden',
    sending: 'Ihr Antrag wird gesendet',
    back: 'Zurück',
  },
  done: {
    states: (partner) => ({
      submitting: [
        'Ihr Antrag wird gesendet',
        'Das dauert einige Sekunden. Senden Sie ihn nicht noch einmal.',
      ],
      in_doubt: [
        'Ihr Antrag ist möglicherweise eingegangen',
        'Senden Sie ihn nicht noch einmal.',
        `Wir haben noch keine Antwort und fragen weiter nach. Wenn sich binnen eines Tages nichts ändert, wenden Sie sich an ${partner} und nennen Sie die Referenz unten.`,
      ],
      submitted: [
        'Antrag abgesendet',
        'Die Prüfung beginnt automatisch. Sie müssen jetzt nichts tun.',
        'Sie können diese Seite schließen und jederzeit wiederkommen, um den Stand zu sehen.',
      ],
      in_review: [
        'Ihr Antrag wird geprüft',
        'Sie müssen jetzt nichts tun. Wenn etwas fehlt, meldet sich jemand bei Ihnen.',
      ],
      action_required: [
        'Es wird noch etwas benötigt',
        `${partner} wird den Hauptkontakt danach fragen. Halten Sie die Antrags-ID bereit.`,
      ],
      approved: ['Ihr Antrag ist genehmigt', `${partner} wird Ihnen sagen, wie es losgeht.`],
      declined: [
        'Ihr Antrag wurde abgelehnt',
        `Fragen Sie ${partner} nach den Gründen und danach, was Sie tun können. Nennen Sie die Antrags-ID unten.`,
      ],
      withdrawn: [
        'Der Antrag wurde zurückgezogen',
        `Wenn Sie das nicht wollten, wenden Sie sich an ${partner}.`,
      ],
    }),
    lost: [
      'Ihr Antrag ist möglicherweise eingegangen',
      'Senden Sie ihn nicht noch einmal.',
      'Die Verbindung brach ab, bevor eine Antwort kam. Sobald sie wieder da ist, fragen wir nach und zeigen hier das Ergebnis.',
    ],
    notReceived: [
      'Ihr Antrag ist nicht eingegangen',
      'Die Verbindung brach unterwegs ab. Ihre Eingaben sind nicht verloren: Senden Sie denselben Antrag noch einmal.',
    ],
    sendAgain: 'Noch einmal senden',
    toForm: 'Erst ansehen',
    appId: 'Antrags-ID',
    reference: 'Referenz',
    ourId: 'Unsere Referenz',
    plan: 'Tarif',
    submitted: 'Abgesendet',
    checked: 'Letzter Stand',
    check: 'Jetzt nachfragen',
    agreed: 'Ihre Zustimmung',
    signedBy: 'Unterschrieben von',
    signedAt: 'Unterschrieben am',
    version: (version) => `Version ${version}`,
    print: 'Drucken',
  },
}
