// The texts of <merchant-apply> for people and bank account, in German.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'Personen',
        errors: {
          'signers-none': 'Fügen Sie mindestens eine Person hinzu',
          'signers-many': 'Entfernen Sie Personen: Es können höchstens zehn aufgeführt werden',
          'signers-sole': 'Entfernen Sie Personen: Ein Einzelunternehmen hat nur eine',
          'percent-sum': 'Ändern Sie die Anteile: Zusammen sind es mehr als 100\xa0%',
          'owners-many': 'Ändern Sie die Anteile: Höchstens vier Personen können 25\xa0% oder mehr besitzen',
          'control-person':
            'Wählen Sie „Ändern“ bei der Person, die das Unternehmen leitet, und kreuzen Sie es dort an',
          'primary-one': 'Wählen Sie die Person, an die wir uns wenden sollen',
        },
      },
      allOwnersListed: {
        label: 'Alle, denen 25\xa0% oder mehr gehören, sind aufgeführt',
        errors: { 'owners-unconfirmed': 'Bestätigen Sie, dass alle Inhaber aufgeführt sind' },
      },
      isPrimary: { label: 'An wen sollen wir uns zu diesem Antrag wenden?', errors: {} },
      isControlPerson: {
        label: 'Diese Person leitet das Unternehmen',
        hint: 'Jemand, der im Tagesgeschäft entscheidet, etwa in Geschäftsführung oder Leitung. Eine Person genügt. Banken nennen sie „control person“.',
        errors: {},
      },
      firstName: {
        label: 'Vorname',
        errors: {
          required: 'Geben Sie den Vornamen ein',
          'name-characters':
            'Verwenden Sie für den Vornamen Buchstaben, Leerzeichen, Bindestriche und Apostrophe',
          'too-long': 'Verwenden Sie für den Vornamen höchstens 35 Zeichen',
        },
      },
      lastName: {
        label: 'Nachname',
        errors: {
          required: 'Geben Sie den Nachnamen ein',
          'name-characters':
            'Verwenden Sie für den Nachnamen Buchstaben, Leerzeichen, Bindestriche und Apostrophe',
          'too-long': 'Verwenden Sie für den Nachnamen höchstens 35 Zeichen',
        },
      },
      title: {
        label: 'Funktion im Unternehmen',
        hint: 'Wählen Sie aus der Liste oder geben Sie eine andere ein.',
        errors: {
          required: 'Geben Sie die Funktion im Unternehmen ein',
          ampersand: 'Schreiben Sie in der Funktion „und“ statt &',
          'too-short': 'Geben Sie die Funktion im Unternehmen ein',
          'too-long': 'Verwenden Sie für die Funktion höchstens 60 Zeichen',
          'text-characters': 'Geben Sie die Funktion im Unternehmen ein',
        },
      },
      ownershipPercentage: {
        label: 'Anteil am Unternehmen',
        hint: 'In Prozent, ohne Nachkommastellen. Geben Sie 0 ein, wenn der Person nichts gehört.',
        errors: {
          required: 'Geben Sie den Anteil ein, oder 0',
          percent: 'Geben Sie den Anteil als ganze Zahl von 0 bis 100 ein',
          'percent-sole': 'Geben Sie 100 ein: Ein Einzelunternehmen gehört ganz einer Person',
        },
      },
      dateOfBirth: {
        label: 'Geburtsdatum',
        errors: {
          required: 'Geben Sie das Geburtsdatum ein',
          'date-incomplete': 'Geben Sie Tag, Monat und Jahr (vierstellig) der Geburt ein',
          'date-not-real': 'Prüfen Sie das Geburtsdatum: Dieses Datum gibt es nicht',
          'date-future': 'Geben Sie ein Geburtsdatum ein, das nicht in der Zukunft liegt',
          'under-18': 'Prüfen Sie das Geburtsdatum: Die Person muss mindestens 18 sein',
          'over-120': 'Prüfen Sie das Geburtsdatum: Es liegt mehr als 120 Jahre zurück',
        },
      },
      ssn: {
        label: 'Social Security Number (SSN) oder ITIN',
        hint: 'Neun Ziffern, etwa 123-45-6789. Nötig, um zu bestätigen, wem das Unternehmen gehört und wer es leitet.',
        errors: {
          required: 'Geben Sie die Social Security Number oder ITIN ein',
          'nine-digits': 'Geben Sie eine Social Security Number oder ITIN aus neun Ziffern ein',
          'ssn-invalid': 'Prüfen Sie die Nummer: Sie ist keine gültige Social Security Number oder ITIN',
          'ssn-sample': 'Geben Sie die echte Nummer ein: Diese ist nur für Tests',
          'ssn-expected':
            'Geben Sie die Social Security Number ein: Sie haben sie unter „Steuerdaten“ gewählt, und dies ist eine ITIN',
          'itin-expected':
            'Geben Sie die ITIN ein: Sie haben sie unter „Steuerdaten“ gewählt, und dies ist keine',
          'ssn-repeated': 'Prüfen Sie die Nummer: Eine andere Person der Liste hat dieselbe',
        },
      },
      ownerCellPhone: {
        label: 'Mobilnummer',
        errors: {
          required: 'Geben Sie die Mobilnummer ein',
          phone: 'Geben Sie eine Mobilnummer aus zehn Ziffern ein, etwa (732) 555-0123',
          'phone-toll-free': 'Geben Sie eine Mobilnummer ein, keine gebührenfreie Nummer',
        },
      },
    },
    who: 'Führen Sie alle auf, denen 25\xa0% oder mehr gehören, und eine Person, die das Unternehmen leitet. Höchstens zehn Personen.',
    onlyYou: 'Bei einem Einzelunternehmen sind Sie die einzige Person: Tragen Sie sich selbst ein.',
    nobodyElse: 'Niemandem sonst gehört ein Teil des Unternehmens',
    add: 'Person hinzufügen',
    addYou: 'Mich eintragen',
    startYou: 'Beginnen Sie mit sich selbst',
    addMore: 'Weitere Person hinzufügen',
    change: 'Ändern',
    remove: 'Entfernen',
    undo: 'Rückgängig',
    removed: (name) => `${name} wurde entfernt`,
    person: (number) => `Person ${number}`,
    of: (word, name) => `${name}: ${word}`,
    shares: (percent, all) => `Anteile bisher: ${percent} von ${all}`,
    missing: (count) =>
      new Intl.PluralRules('de').select(count) === 'one'
        ? `${count} Angabe bitte prüfen`
        : `${count} Angaben bitte prüfen`,
    control: 'Leitet das Unternehmen',
    primary: 'Hauptkontakt',
    address: 'Privatanschrift',
    copy: 'Geschäftsanschrift übernehmen',
    save: 'Person speichern',
    back: 'Zurück',
    cancel: 'Abbrechen',
    titleNames: [
      'Inhaber/in',
      'Mitinhaber/in',
      'Präsident/in',
      'Chief Executive Officer',
      'Chief Financial Officer',
      'Geschäftsführende/r Gesellschafter/in',
      'Gesellschafter/in',
      'Partner/in',
      'Mitglied des Vorstands',
      'Schatzmeister/in',
      'Schriftführer/in',
      'Manager/in',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: 'Wohin sollen wir Ihr Geld auszahlen?', errors: {} },
      'banking.bankName': {
        label: 'Name der Bank',
        errors: {
          required: 'Geben Sie den Namen der Bank ein',
          'too-short': 'Geben Sie den Namen der Bank ein',
          'too-long': 'Verwenden Sie für den Namen der Bank höchstens 60 Zeichen',
          'text-characters': 'Geben Sie den Namen der Bank ein',
        },
      },
      'banking.routingNumber': {
        label: 'Routing Number (US-Bankleitzahl)',
        hint: 'Neun Ziffern',
        errors: {
          required: 'Geben Sie die Routing Number ein',
          'nine-digits': 'Geben Sie eine Routing Number aus neun Ziffern ein',
          'routing-invalid': 'Prüfen Sie die Routing Number: Eine ihrer Ziffern stimmt nicht',
        },
      },
      'banking.accountNumber': {
        label: 'Kontonummer',
        hint: 'Eines Girokontos (checking account) des Unternehmens, 4 bis 17 Ziffern',
        errors: {
          required: 'Geben Sie die Kontonummer ein',
          'account-digits': 'Geben Sie eine Kontonummer aus 4 bis 17 Ziffern ein',
          'account-invalid': 'Prüfen Sie die Kontonummer: Sie ist ungültig',
          'account-is-routing': 'Geben Sie die Kontonummer ein: Dies ist die Routing Number',
        },
      },
    },
    now: 'Konto jetzt angeben',
    later: ['Später nachreichen', 'Sie können den Antrag auch ohne Konto senden.'],
    drawing: 'Ein Papierscheck: Unten steht zuerst die Routing Number, dann die Kontonummer.',
    where: 'Beide Nummern stehen unten auf einem Papierscheck und in der App Ihrer Bank.',
    routing: 'Routing',
    account: 'Konto',
  },
}
