// The texts of the first render of <merchant-apply>, in German.
import type { ApplyDictionary } from '../dictionary.ts'

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'Testmodus',
    testNote: 'Testmodus: Nichts, was Sie eingeben, geht an eine Bank. Bitte verwenden Sie Beispieldaten.',
    fillSample: 'Mit Beispieldaten ausfüllen',
    partner: (name) => `Bei ${name} registrieren`,
    steps: {
      start: 'Bevor Sie beginnen',
      plan: 'Tarif wählen',
      business: 'Ihr Unternehmen',
      tax: 'Steuerdaten',
      contact: 'Anschrift und Kontakt',
      signers: 'Inhaber und Zeichnungsberechtigte',
      bank: 'Bankkonto',
      review: 'Angaben prüfen',
      agreement: 'Vertrag',
      done: 'Ihr Antrag',
    },
    stepOf: (number, of) => `Schritt ${number} von ${of}`,
    progress: 'Fortschritt',
    marked: {
      past: (step) => `${step}, erledigt`,
      wrong: (step) => `${step}, bitte ändern`,
    },
    begin: 'Beginnen',
    continue: 'Weiter',
    back: 'Zurück',
    problem: 'Es gibt ein Problem',
    unset:
      'Diese Registrierung ist nicht eingerichtet. Fragen Sie bitte das Unternehmen, das Sie hierher geleitet hat.',
    unreached: 'Der Server ist nicht erreichbar. Bitte prüfen Sie die Verbindung.',
    faults: {
      'token-unreachable': 'Diese Seite erreicht ihren Server nicht. Bitte prüfen Sie die Verbindung.',
      'token-unauthorized':
        'Sie sind abgemeldet oder dürfen diesen Antrag nicht stellen. Melden Sie sich erneut an, oder fragen Sie das Unternehmen, das Sie hierher geleitet hat.',
      'token-unavailable': 'Der Server ist gerade nicht bereit.',
      'token-limited': 'Der Server ist ausgelastet: zu viele Anfragen auf einmal.',
    },
    retrying: (seconds) => (seconds ? `Nächster Versuch in ${seconds} s` : 'Neuer Versuch…'),
    tryAgain: 'Erneut versuchen',
    stuck:
      'Die nächste Seite konnte nicht geladen werden. Bitte prüfen Sie die Verbindung. Ihre Eingaben sind nicht verloren.',
    takes:
      'Es dauert etwa zehn Minuten. Sie können jederzeit unterbrechen und wiederkommen: Ihre Angaben bleiben 60 Tage lang gespeichert.',
    ready: 'Bitte bereithalten',
    things: [
      'Ihre US-Steuernummer: EIN, bei Einzelunternehmen auch SSN oder ITIN',
      'für alle, denen mindestens 25\xa0% gehören, und für alle Unterzeichnenden: Privatanschrift, Geburtsdatum, SSN oder ITIN, Mobilnummer',
      'Routing Number (US-Bankleitzahl) und Kontonummer – oder Sie reichen sie nach',
    ],
    resumed: (when) => `Willkommen zurück. Ihre Angaben vom ${when} sind gespeichert.`,
    startOver: 'Neu beginnen',
    startOverSure: 'Alle Angaben löschen und neu beginnen?',
    startOverYes: 'Angaben löschen',
    keep: 'Behalten',
    again:
      'Zu Ihrer Sicherheit werden Steuer- und Kontonummern nie gespeichert. Bitte geben Sie sie noch einmal ein.',
    saving: 'Wird gespeichert…',
    saved: 'Gespeichert',
    unsaved: 'Noch nicht gespeichert. Wir versuchen es weiter; Sie können fortfahren.',
    changed: 'Ihre Angaben wurden in einem anderen Tab oder auf einem anderen Gerät geändert.',
    loadNewer: 'Neuere Angaben laden',
    keepMine: 'Meine Angaben behalten',
  },
  plan: {
    label: 'Welchen Tarif möchten Sie?',
    none: '–',
    empty:
      'Zurzeit wird kein Tarif angeboten. Fragen Sie bitte das Unternehmen, das Sie hierher geleitet hat.',
    errors: {
      choose: 'Wählen Sie einen Tarif',
      'tier-unavailable': 'Der gewählte Tarif wird nicht mehr angeboten. Wählen Sie einen anderen',
    },
  },
}
