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
    given: (partner) => `${partner} hat einige Angaben für Sie ausgefüllt. Bitte prüfen Sie, ob sie stimmen.`,
    change: 'Ändern',
    changeAll: (section) => `${section} ändern`,
    fix: (count) => (count === 1 ? '1 Angabe korrigieren' : `${count} Angaben korrigieren`),
    fixed: 'Korrigiert',
    allFixed: 'Alles ist korrigiert',
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
    tick: (statement) => `Kreuzen Sie dieses Kästchen an: ${statement}`,
    fees: (plan) => `Gebühren im Tarif ${plan}`,
    loading: 'Dokumente werden geladen',
    failed: 'Die Dokumente konnten nicht geladen werden.',
    tryAgain: 'Erneut versuchen',
    edition: (version) => `Version ${version}`,
    quebec:
      'Bei einer Adresse in Québec kommt jeder Text zuerst auf Französisch, danach in einer anderen Sprache.',
    read: 'Lesen',
    close: 'Schließen',
    print: 'Drucken',
    save: 'Herunterladen',
    proof: 'Nachweis',
    language: 'Sprache',
    signed: (name, when) => `Unterschrieben von ${name}, ${when}`,
    agreed: 'Sie haben den Geschäftsbedingungen zugestimmt.',
    host: 'Mit dem Absenden stimmen Sie den Geschäftsbedingungen zu.',
    signers: (names) => `Wie im Antrag: ${names}`,
    refusals: {
      'upstream-unavailable':
        'Der Antragsdienst ist nicht erreichbar. Es wurde nichts gesendet. Bitte versuchen Sie es gleich noch einmal.',
      'rate-limited':
        'Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
      network:
        'Der Server ist nicht erreichbar. Bitte prüfen Sie die Verbindung und versuchen Sie es dann noch einmal.',
      otherwise:
        'Das hat nicht funktioniert, und es wurde nichts gesendet. Bitte versuchen Sie es gleich noch einmal.',
    },
    paused: (partner) =>
      `Es wurde nichts gesendet: ${partner} kann zurzeit keine Anträge annehmen. Bitte geben Sie dort Bescheid. Ein weiterer Versuch hilft nicht.`,
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
        'Es werden weitere Angaben benötigt',
        `${partner} wird den Hauptkontakt danach fragen. Auf dieser Seite ist nichts auszufüllen.`,
        'Halten Sie die Referenz unten bereit.',
      ],
      approved: ['Ihr Antrag ist genehmigt', `${partner} sagt Ihnen, wie es weitergeht.`],
      declined: [
        'Ihr Antrag wurde abgelehnt',
        `Fragen Sie ${partner} nach den Gründen und danach, was Sie tun können. Nennen Sie die Referenz unten.`,
      ],
      withdrawn: [
        'Der Antrag wurde zurückgezogen',
        `Falls das nicht Ihre Absicht war, wenden Sie sich an ${partner}.`,
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
    noReason: 'Die Prüfung teilt uns nicht mit, was fehlt.',
    answer: (partner) => [
      `${partner} sagt dem Hauptkontakt, was fehlt.`,
      'Senden Sie es an den Kontakt unten und nennen Sie Ihre Referenz.',
    ],
    contact: (partner) => `Kontakt zu ${partner}`,
    email: 'E-Mail',
    phone: 'Telefon',
    website: 'Website',
    subject: (reference) => `Antrag ${reference}`,
    sendAgain: 'Noch einmal senden',
    toForm: 'Zuerst prüfen',
    review: 'Prüfung',
    decision: 'Entscheidung',
    quote: 'Ihre Referenz',
    copy: 'Kopieren',
    copied: 'Kopiert',
    record: 'Vollständige Nummern und Nachweis',
    appId: 'Antrags-ID',
    reference: 'Referenz',
    ourId: 'Unsere Referenz',
    plan: 'Tarif',
    submitted: 'Abgesendet',
    checked: 'Zuletzt aktualisiert',
    check: 'Aktualisieren',
    agreed: 'Ihre Zustimmung',
    signedBy: 'Unterschrieben von',
    signedAt: 'Unterschrieben am',
    version: (version) => `Version ${version}`,
    gone: (partner) => `Diese Fassung ist hier nicht mehr verfügbar. Bitten Sie ${partner} um eine Kopie.`,
    print: 'Drucken',
  },
}
