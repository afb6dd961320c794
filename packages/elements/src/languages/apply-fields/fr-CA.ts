// The texts of the fields of <merchant-apply> up to the signers, in Canadian French.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const ZIP = 'Entrez un code ZIP de 5 chiffres, comme 08701'
const POSTAL = 'Entrez un code postal, comme K1A 0B1'
const PROVINCE = 'Choisissez la province ou le territoire'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(facultatif)',
    choose: 'Choisir',
    show: 'Afficher',
    showing: (label) => `Afficher\xa0: ${label}`,
    add: (label) => `Ajouter\xa0: ${label}`,
    again: 'Entrez-le de nouveau\xa0: pour votre sécurité, il n’a pas été conservé.',
    unclear:
      'Entrez le montant en chiffres seulement, comme 250000\xa0: ce qui est écrit peut se lire de deux façons',
    count: (used, max) => (used > max ? `${used - max} de trop` : `${used} de ${max} caractères`),
    suggestions: (label) => `Suggestions\xa0: ${label}`,
    found: (count) =>
      count === 1
        ? '1 suggestion. Appuyez sur la flèche vers le bas pour la choisir.'
        : `${count} suggestions. Appuyez sur la flèche vers le bas pour en choisir une.`,
    filled: 'Rempli\xa0: à vérifier',
    savedPart: 'Enregistré, sauf les numéros que nous ne conservons jamais',
    month: 'Mois',
    day: 'Jour',
    year: 'Année',
    about: (whose, message) => `${whose}\xa0: ${message}`,
    check: (label) => `Vérifiez «\xa0${label}\xa0»`,
    refused: 'Cette réponse n’a pas été acceptée. Vérifiez-la et entrez-la de nouveau.',
    refusals: {
      name: 'Cette réponse n’a pas été acceptée. Entrez le nom tel qu’il figure sur les documents officiels.',
      number: 'Cette réponse n’a pas été acceptée. Comparez chaque chiffre avec le document.',
      reach: 'Cette réponse n’a pas été acceptée. Vérifiez qu’elle est complète et en usage.',
      place: 'Cette réponse n’a pas été acceptée. Comparez l’adresse avec une facture ou une lettre récente.',
      date: 'Cette réponse n’a pas été acceptée. Comparez la date avec un document officiel.',
    },
    warnings: {
      'statement-cut': '22 caractères sur les relevés',
      'ein-prefix': 'Numéro inhabituel\xa0: exact?',
      'account-card': 'Est-ce un numéro de carte?',
      'zip-state': 'Vérifiez le code ZIP et l’État',
      'sole-name':
        'La dénomination sociale d’une entreprise individuelle est habituellement le nom de son propriétaire\xa0: veuillez la vérifier',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `Code ${zip} : ${found}. Est-ce bien ${chosen}?`,
    country: {
      label: 'Pays',
      errors: { choose: 'Choisissez le pays', country: 'Choisissez le pays' },
    },
    streetAddress: {
      label: 'Numéro et rue',
      errors: {
        required: 'Entrez le numéro et la rue',
        'too-short': 'Entrez le numéro et la rue au complet',
        'too-long': 'Utilisez au plus 100 caractères pour le numéro et la rue',
        'text-characters': 'Entrez le numéro et la rue au complet',
        'po-box': 'Entrez une adresse municipale, pas une case postale',
      },
    },
    streetAddress2: {
      label: 'Appartement, bureau ou unité',
      errors: {
        'too-long': 'Utilisez au plus 100 caractères pour l’appartement',
        'po-box': 'Retirez la case postale',
      },
    },
    city: {
      label: 'Ville',
      errors: {
        required: 'Entrez la ville',
        'too-short': 'Entrez le nom de la ville',
        'too-long': 'Utilisez au plus 50 caractères pour la ville',
        'text-characters': 'Entrez le nom de la ville',
      },
    },
    state: {
      US: {
        label: 'État ou territoire',
        errors: {
          'state-unknown': 'Choisissez l’État',
          'state-military': 'Choisissez un État, pas une adresse militaire',
        },
      },
      CA: {
        label: 'Province ou territoire',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'Code ZIP',
        errors: { required: 'Entrez le code ZIP', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'Code postal',
        errors: { required: 'Entrez le code postal', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
    states: {
      CA: 'Alberta|Colombie-Britannique|Manitoba|Nouveau-Brunswick|Terre-Neuve-et-Labrador|Nouvelle-Écosse|Territoires du Nord-Ouest|Nunavut|Ontario|Île-du-Prince-Édouard|Québec|Saskatchewan|Yukon',
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: 'De quel type d’entreprise s’agit-il?',
        errors: { choose: 'Choisissez le type d’entreprise' },
      },
      corporateName: {
        label: 'Dénomination sociale de l’entreprise',
        hint: 'Comme dans votre déclaration de revenus. Pour une entreprise individuelle, c’est habituellement votre propre nom.',
        errors: {
          required: 'Entrez la dénomination sociale de l’entreprise',
          'too-short': 'Entrez la dénomination sociale au complet',
          'too-long': 'Utilisez au plus 100 caractères pour la dénomination sociale',
          latin:
            'Utilisez des lettres latines, des chiffres et la ponctuation usuelle pour la dénomination sociale',
        },
      },
      dbaSame: {
        label: 'La clientèle nous connaît aussi sous ce nom',
        errors: {
          'dba-needed': 'Décochez cette case et entrez un nom commercial d’au plus 60 caractères',
        },
      },
      dbaName: {
        label: 'Nom commercial',
        hint: 'Le nom sur votre enseigne ou votre site Web, en anglais «\xa0doing business as\xa0».',
        errors: {
          required: 'Entrez le nom commercial',
          'too-short': 'Entrez le nom commercial au complet',
          'too-long': 'Utilisez au plus 60 caractères pour le nom commercial',
          latin:
            'Utilisez des lettres latines, des chiffres et la ponctuation usuelle pour le nom commercial',
        },
      },
      productSold: {
        label: 'Que vendez-vous?',
        hint: 'Par exemple «\xa0Réparations de plomberie et accessoires de salle de bain\xa0».',
        errors: {
          required: 'Entrez ce que vous vendez',
          'too-short': 'Décrivez plus en détail ce que vous vendez',
          'too-long': 'Utilisez au plus 200 caractères pour ce que vous vendez',
          'text-characters': 'Décrivez plus en détail ce que vous vendez',
        },
      },
      website: {
        label: 'Site Web',
        errors: {
          website: 'Entrez un site Web comme www.example.com, ou laissez le champ vide',
          'website-private': 'Entrez un site Web que tout le monde peut ouvrir, ou laissez le champ vide',
          'too-long': 'Utilisez au plus 255 caractères pour le site Web',
        },
      },
      businessStartDate: {
        label: 'Quand l’entreprise a-t-elle commencé?',
        hint: 'Le mois et l’année suffisent.',
        errors: {
          required: 'Entrez la date du début de l’entreprise',
          'date-incomplete': 'Entrez l’année (quatre chiffres) et le mois du début',
          'date-not-real': 'Vérifiez la date de début\xa0: cette date n’existe pas',
          'date-future': 'Entrez une date de début qui n’est pas dans l’avenir',
          'date-too-early': 'Entrez une date de début après 1799',
        },
      },
      annualCreditCardSales: {
        label: 'Ventes annuelles par carte (USD)',
        hint: 'Une estimation suffit.',
        errors: {
          amount: 'Entrez les ventes par carte en dollars entiers, comme 250000, ou laissez le champ vide',
        },
      },
    },
    types: {
      soleProprietorship: [
        'Entreprise individuelle',
        'Elle vous appartient à vous seul et n’est pas constituée en société.',
      ],
      partnership: ['Société de personnes', 'Elle appartient à deux personnes ou plus.'],
      llc: [
        'Société à responsabilité limitée (LLC)',
        'Constituée en LLC, avec un ou plusieurs propriétaires.',
      ],
      corporation: ['Société par actions', 'Constituée en société par actions, avec des actionnaires.'],
      nonProfit: [
        'Organisme sans but lucratif',
        'Un organisme de bienfaisance, une église, un club ou une autre cause, sans but lucratif.',
      ],
      government: ['Secteur public', 'Un organisme public, comme une ville ou un district scolaire.'],
    },
    statement: 'Sur les relevés de carte de votre clientèle\xa0:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: 'Quel numéro utilisez-vous pour les impôts?',
        errors: {
          choose: 'Choisissez le numéro que vous utilisez pour les impôts',
          'ein-needed': 'Choisissez EIN\xa0: ce type d’entreprise en a besoin',
        },
      },
      taxId: {
        label: 'EIN (numéro d’employeur américain)',
        hint: 'Neuf chiffres, comme 12-3456789. Il figure sur la lettre de l’IRS et dans votre déclaration de revenus.',
        errors: {
          required: 'Entrez l’EIN',
          'nine-digits': 'Entrez un EIN de neuf chiffres',
          'ein-invalid': 'Vérifiez l’EIN\xa0: il n’est pas valide',
        },
      },
    },
    types: {
      EIN: ['EIN', 'L’IRS a attribué à votre entreprise un numéro qui lui est propre.'],
      SSN: [
        'Numéro de sécurité sociale américain (SSN)',
        'Vous payez les impôts de l’entreprise sous votre propre numéro.',
      ],
      ITIN: ['ITIN', 'Vous avez plutôt un numéro américain de contribuable individuel.'],
    },
    later:
      'Rien à saisir ici\xa0: nous demandons ce numéro une seule fois, avec vos propres renseignements, sous «\xa0Propriétaires et signataires\xa0».',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'Téléphone de l’entreprise',
        errors: {
          required: 'Entrez le numéro de téléphone de l’entreprise',
          phone: 'Entrez pour l’entreprise un numéro de téléphone de dix chiffres, comme (732) 555-0123',
        },
      },
      businessEmail: {
        label: 'Courriel de l’entreprise',
        errors: {
          email: 'Entrez un courriel comme name@example.com, ou laissez le champ vide',
          'too-long': 'Utilisez au plus 100 caractères pour le courriel',
        },
      },
      mailingSame: { label: 'Envoyer le courrier à l’adresse de l’entreprise', errors: {} },
    },
    business: 'Adresse de l’entreprise',
    noBox:
      'Là où vous travaillez, pas une case postale. Si vous travaillez à la maison, entrez l’adresse de votre domicile.',
    reach: 'Téléphone et courriel',
    mail: 'Adresse postale',
  },
}
