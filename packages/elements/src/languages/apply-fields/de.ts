// The texts of the fields of <merchant-apply> up to the signers, in German.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = 'Geben Sie Straße und Hausnummer vollständig ein'
const ZIP = 'Geben Sie eine Postleitzahl aus 5 Ziffern ein, etwa 08701'
const POSTAL = 'Geben Sie eine Postleitzahl ein, etwa K1A 0B1'
const PROVINCE = 'Wählen Sie die Provinz oder das Territorium'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(optional)',
    choose: 'Bitte wählen',
    show: 'Zeigen',
    showing: (label) => `${label} anzeigen`,
    add: (label) => `${label} hinzufügen`,
    again: 'Bitte noch einmal eingeben: Zu Ihrer Sicherheit wurde es nicht gespeichert.',
    unclear:
      'Geben Sie den Betrag nur mit Ziffern ein, etwa 250000: Ihre Eingabe lässt sich auf zwei Arten lesen',
    count: (used, max) => (used > max ? `${used - max} zu viel` : `${used} von ${max} Zeichen`),
    suggestions: (label) => `Vorschläge für „${label}“`,
    found: (count) =>
      count === 1
        ? '1 Vorschlag. Mit der Pfeiltaste nach unten auswählen.'
        : `${count} Vorschläge. Mit der Pfeiltaste nach unten auswählen.`,
    filled: 'Ausgefüllt, bitte prüfen',
    savedPart: 'Gespeichert, außer den Nummern, die wir nie aufbewahren',
    month: 'Monat',
    day: 'Tag',
    year: 'Jahr',
    about: (whose, message) => `${whose}: ${message}`,
    check: (label) => `Prüfen Sie „${label}“`,
    refused: 'Diese Angabe wurde nicht angenommen. Prüfen Sie sie und geben Sie sie neu ein.',
    refusals: {
      name: 'Diese Angabe wurde nicht angenommen. Geben Sie den Namen genau wie in amtlichen Unterlagen ein.',
      number: 'Diese Angabe wurde nicht angenommen. Vergleichen Sie jede Ziffer mit der Unterlage.',
      reach: 'Diese Angabe wurde nicht angenommen. Prüfen Sie, ob sie vollständig ist und noch gilt.',
      place: 'Diese Angabe wurde nicht angenommen. Vergleichen Sie die Adresse mit einem aktuellen Brief.',
      date: 'Diese Angabe wurde nicht angenommen. Vergleichen Sie das Datum mit amtlichen Unterlagen.',
    },
    warnings: {
      'statement-cut': 'Angezeigt: 22 Zeichen',
      'ein-prefix': 'Ungewöhnlich – bitte prüfen',
      'account-card': 'Ist das eine Kartennummer?',
      'zip-state': 'PLZ und Staat prüfen',
      'sole-name':
        'Ein Einzelunternehmen heißt meist wie die Person, der es gehört: Bitte prüfen Sie den rechtlichen Namen',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `${zip} liegt in ${found}. Ist ${chosen} richtig?`,
    country: {
      label: 'Land',
      errors: { choose: 'Wählen Sie das Land', country: 'Wählen Sie das Land' },
    },
    streetAddress: {
      label: 'Straße und Hausnummer',
      errors: {
        required: 'Geben Sie Straße und Hausnummer ein',
        'too-short': STREET,
        'too-long': 'Verwenden Sie für Straße und Hausnummer höchstens 100 Zeichen',
        'text-characters': STREET,
        'po-box': 'Geben Sie eine Straße an, kein Postfach (PO box)',
      },
    },
    streetAddress2: {
      label: 'Wohnung, Suite oder Einheit',
      errors: {
        'too-long': 'Verwenden Sie für die Wohnung höchstens 100 Zeichen',
        'po-box': 'Lassen Sie das Postfach (PO box) weg',
      },
    },
    city: {
      label: 'Ort',
      errors: {
        required: 'Geben Sie den Ort ein',
        'too-short': 'Geben Sie den Namen des Orts ein',
        'too-long': 'Verwenden Sie für den Ort höchstens 50 Zeichen',
        'text-characters': 'Geben Sie den Namen des Orts ein',
      },
    },
    state: {
      US: {
        label: 'Bundesstaat oder Territorium',
        errors: {
          'state-unknown': 'Wählen Sie den Bundesstaat',
          'state-military': 'Wählen Sie einen Bundesstaat, keine Militäranschrift',
        },
      },
      CA: {
        label: 'Provinz oder Territorium',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'Postleitzahl (ZIP Code)',
        errors: { required: 'Geben Sie die Postleitzahl ein', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'Postleitzahl',
        errors: { required: 'Geben Sie die Postleitzahl ein', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: 'Welche Rechtsform hat das Unternehmen?',
        errors: { choose: 'Wählen Sie die Rechtsform' },
      },
      corporateName: {
        label: 'Rechtlicher Name des Unternehmens',
        hint: 'Wie in Ihrer Steuererklärung. Bei einem Einzelunternehmen ist das meist Ihr eigener Name.',
        errors: {
          required: 'Geben Sie den rechtlichen Namen des Unternehmens ein',
          'too-short': 'Geben Sie den vollständigen rechtlichen Namen ein',
          'too-long': 'Verwenden Sie für den rechtlichen Namen höchstens 100 Zeichen',
          latin:
            'Verwenden Sie für den rechtlichen Namen lateinische Buchstaben, Ziffern und übliche Satzzeichen',
        },
      },
      dbaSame: {
        label: 'Unsere Kundschaft kennt uns auch unter diesem Namen',
        errors: {
          'dba-needed': 'Wählen Sie dies ab und geben Sie einen Geschäftsnamen mit höchstens 60 Zeichen ein',
        },
      },
      dbaName: {
        label: 'Geschäftsname',
        hint: 'Der Name auf Ihrem Schild oder Ihrer Website, in den USA „doing business as“ (DBA) genannt.',
        errors: {
          required: 'Geben Sie den Geschäftsnamen ein',
          'too-short': 'Geben Sie den vollständigen Geschäftsnamen ein',
          'too-long': 'Verwenden Sie für den Geschäftsnamen höchstens 60 Zeichen',
          latin:
            'Verwenden Sie für den Geschäftsnamen lateinische Buchstaben, Ziffern und übliche Satzzeichen',
        },
      },
      productSold: {
        label: 'Was verkaufen Sie?',
        hint: 'Zum Beispiel „Sanitärreparaturen und Badzubehör“.',
        errors: {
          required: 'Geben Sie ein, was Sie verkaufen',
          'too-short': 'Beschreiben Sie etwas genauer, was Sie verkaufen',
          'too-long': 'Verwenden Sie für das, was Sie verkaufen, höchstens 200 Zeichen',
          'text-characters': 'Beschreiben Sie etwas genauer, was Sie verkaufen',
        },
      },
      website: {
        label: 'Website',
        errors: {
          website: 'Geben Sie eine Website wie www.example.com ein, oder lassen Sie das Feld leer',
          'website-private':
            'Geben Sie eine Website ein, die alle öffnen können, oder lassen Sie das Feld leer',
          'too-long': 'Verwenden Sie für die Website höchstens 255 Zeichen',
        },
      },
      businessStartDate: {
        label: 'Wann wurde das Unternehmen gegründet?',
        hint: 'Monat und Jahr genügen.',
        errors: {
          required: 'Geben Sie das Gründungsdatum ein',
          'date-incomplete': 'Geben Sie Monat und Jahr (vierstellig) der Gründung ein',
          'date-not-real': 'Prüfen Sie das Gründungsdatum: Dieses Datum gibt es nicht',
          'date-future': 'Geben Sie ein Gründungsdatum ein, das nicht in der Zukunft liegt',
          'date-too-early': 'Geben Sie ein Gründungsdatum nach 1799 ein',
        },
      },
      annualCreditCardSales: {
        label: 'Jährlicher Kartenumsatz (USD)',
        hint: 'Eine Schätzung genügt.',
        errors: {
          amount:
            'Geben Sie den Kartenumsatz in ganzen Dollar ein, etwa 250000, oder lassen Sie das Feld leer',
        },
      },
    },
    types: {
      soleProprietorship: [
        'Einzelunternehmen (sole proprietorship)',
        'Es gehört Ihnen allein und ist nicht als Gesellschaft eingetragen.',
      ],
      partnership: ['Personengesellschaft (partnership)', 'Es gehört zwei oder mehr Personen gemeinsam.'],
      llc: ['Limited Liability Company (LLC)', 'Als LLC eingetragen, gehört einer oder mehreren Personen.'],
      corporation: ['Kapitalgesellschaft (corporation)', 'Als Corporation eingetragen, mit Aktien.'],
      nonProfit: ['Gemeinnützige Organisation', 'Hilfswerk, Kirche oder Verein ohne Gewinnabsicht.'],
      government: ['Behörde', 'Eine Behörde oder Körperschaft, etwa eine Stadt oder ein Schulbezirk.'],
    },
    statement: 'Auf den Kartenabrechnungen Ihrer Kundschaft:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: 'Welche Nummer verwenden Sie für Steuern?',
        errors: {
          choose: 'Wählen Sie die Nummer, die Sie für Steuern verwenden',
          'ein-needed': 'Wählen Sie EIN: Diese Rechtsform braucht eine',
        },
      },
      taxId: {
        label: 'EIN (US-Steuernummer des Unternehmens)',
        hint: 'Neun Ziffern, etwa 12-3456789. Sie steht im Brief des IRS und in Ihrer Steuererklärung.',
        errors: {
          required: 'Geben Sie die EIN ein',
          'nine-digits': 'Geben Sie eine EIN aus neun Ziffern ein',
          'ein-invalid': 'Prüfen Sie die EIN: Sie ist ungültig',
        },
      },
    },
    types: {
      EIN: ['EIN', 'Das IRS hat Ihrem Unternehmen eine eigene Nummer gegeben.'],
      SSN: [
        'Social Security Number (SSN)',
        'Sie versteuern das Unternehmen unter Ihrer eigenen US-Sozialversicherungsnummer.',
      ],
      ITIN: ['ITIN', 'Sie haben stattdessen eine persönliche US-Steuernummer.'],
    },
    later:
      'Hier ist nichts einzugeben: Wir fragen nur einmal nach dieser Nummer, bei Ihren eigenen Angaben unter „Inhaber und Zeichnungsberechtigte“.',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'Geschäftliche Telefonnummer',
        errors: {
          required: 'Geben Sie die geschäftliche Telefonnummer ein',
          phone: 'Geben Sie eine geschäftliche Telefonnummer aus zehn Ziffern ein, etwa (732) 555-0123',
        },
      },
      businessEmail: {
        label: 'Geschäftliche E-Mail-Adresse',
        errors: {
          email: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein, oder lassen Sie das Feld leer',
          'too-long': 'Verwenden Sie für die E-Mail-Adresse höchstens 100 Zeichen',
        },
      },
      mailingSame: { label: 'Briefe an die Geschäftsanschrift senden', errors: {} },
    },
    business: 'Geschäftsanschrift',
    noBox:
      'Wo Sie arbeiten, kein Postfach (PO box). Wenn Sie zu Hause arbeiten, geben Sie Ihre Privatanschrift ein.',
    reach: 'Telefon und E-Mail',
    mail: 'Postanschrift',
  },
}
