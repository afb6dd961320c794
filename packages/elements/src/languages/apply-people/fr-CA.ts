// The texts of <merchant-apply> for people and bank account, in Canadian French.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'Personnes',
        errors: {
          'signers-none': 'Ajoutez au moins une personne',
          'signers-many': 'Retirez des personnes\xa0: dix au plus peuvent figurer',
          'signers-sole': 'Retirez des personnes\xa0: une entreprise individuelle n’en compte qu’une',
          'percent-sum': 'Modifiez les parts\xa0: ensemble, elles dépassent 100\xa0%',
          'owners-many': 'Modifiez les parts\xa0: au plus quatre personnes peuvent détenir 25\xa0% ou plus',
          'control-person':
            'Choisissez «\xa0Modifier\xa0» pour la personne qui dirige l’entreprise, et cochez-y la case',
          'primary-one': 'Choisissez la personne avec qui communiquer',
        },
      },
      allOwnersListed: {
        label: 'Toute personne qui détient 25\xa0% ou plus figure ici',
        errors: { 'owners-unconfirmed': 'Confirmez que tous les propriétaires figurent ici' },
      },
      isPrimary: { label: 'Avec qui communiquer au sujet de cette demande?', errors: {} },
      isControlPerson: {
        label: 'Cette personne dirige l’entreprise',
        hint: 'Quelqu’un qui décide pour l’entreprise au quotidien, comme à la présidence ou à la gérance. Une seule suffit. Les banques parlent de «\xa0control person\xa0».',
        errors: {},
      },
      firstName: {
        label: 'Prénom',
        errors: {
          required: 'Entrez le prénom',
          'name-characters':
            'Utilisez des lettres, des espaces, des traits d’union et des apostrophes pour le prénom',
          'too-long': 'Utilisez au plus 35 caractères pour le prénom',
        },
      },
      lastName: {
        label: 'Nom de famille',
        errors: {
          required: 'Entrez le nom de famille',
          'name-characters':
            'Utilisez des lettres, des espaces, des traits d’union et des apostrophes pour le nom de famille',
          'too-long': 'Utilisez au plus 35 caractères pour le nom de famille',
        },
      },
      title: {
        label: 'Fonction dans l’entreprise',
        hint: 'Choisissez dans la liste ou saisissez-en une autre.',
        errors: {
          required: 'Entrez la fonction dans l’entreprise',
          ampersand: 'Écrivez «\xa0et\xa0» au lieu de & dans la fonction',
          'too-short': 'Entrez la fonction dans l’entreprise',
          'too-long': 'Utilisez au plus 60 caractères pour la fonction',
          'text-characters': 'Entrez la fonction dans l’entreprise',
        },
      },
      ownershipPercentage: {
        label: 'Part de l’entreprise',
        hint: 'En pourcentage, sans décimales. Entrez 0 si la personne ne détient rien.',
        errors: {
          required: 'Entrez la part, ou 0',
          percent: 'Entrez la part sous forme de nombre entier de 0 à 100',
          'percent-sole': 'Entrez 100\xa0: une entreprise individuelle appartient en entier à une personne',
        },
      },
      dateOfBirth: {
        label: 'Date de naissance',
        errors: {
          required: 'Entrez la date de naissance',
          'date-incomplete': 'Entrez l’année (quatre chiffres), le mois et le jour de naissance',
          'date-not-real': 'Vérifiez la date de naissance\xa0: cette date n’existe pas',
          'date-future': 'Entrez une date de naissance qui n’est pas dans l’avenir',
          'under-18': 'Vérifiez la date de naissance\xa0: la personne doit avoir au moins 18 ans',
          'over-120': 'Vérifiez la date de naissance\xa0: elle remonte à plus de 120 ans',
        },
      },
      ssn: {
        label: 'Numéro de sécurité sociale américain (SSN) ou ITIN',
        hint: 'Neuf chiffres, comme 123-45-6789. Nécessaire pour confirmer qui détient et dirige l’entreprise.',
        errors: {
          required: 'Entrez le SSN ou l’ITIN',
          'nine-digits': 'Entrez un SSN ou un ITIN de neuf chiffres',
          'ssn-invalid': 'Vérifiez le numéro\xa0: ce n’est pas un SSN ni un ITIN valide',
          'ssn-sample': 'Entrez le vrai numéro\xa0: celui-ci ne sert qu’aux tests',
          'ssn-expected':
            'Entrez le SSN\xa0: vous l’avez choisi sous «\xa0Renseignements fiscaux\xa0», et ceci est un ITIN',
          'itin-expected':
            'Entrez l’ITIN\xa0: vous l’avez choisi sous «\xa0Renseignements fiscaux\xa0», et ceci n’en est pas un',
          'ssn-repeated': 'Vérifiez le numéro\xa0: une autre personne de la liste a le même',
        },
      },
      ownerCellPhone: {
        label: 'Cellulaire',
        errors: {
          required: 'Entrez le numéro de cellulaire',
          phone: 'Entrez un numéro de cellulaire de dix chiffres, comme (732) 555-0123',
          'phone-toll-free': 'Entrez un numéro de cellulaire, pas un numéro sans frais',
        },
      },
    },
    who: 'Inscrivez toute personne qui détient 25\xa0% ou plus, et une personne qui dirige l’entreprise. Dix personnes au plus.',
    onlyYou: 'Votre entreprise individuelle ne compte que vous\xa0: inscrivez-vous.',
    nobodyElse: 'Personne d’autre ne détient une part de l’entreprise',
    add: 'Ajouter une personne',
    addYou: 'M’inscrire',
    startYou: 'Commencez par vous-même',
    addMore: 'Ajouter une autre personne',
    change: 'Modifier',
    remove: 'Retirer',
    undo: 'Annuler',
    removed: (name) => `${name} ne figure plus dans la liste`,
    person: (number) => `Personne ${number}`,
    of: (word, name) => `${word}\xa0: ${name}`,
    shares: (percent, all) => `Parts jusqu’ici\xa0: ${percent} de ${all}`,
    missing: (count) =>
      new Intl.PluralRules('fr-CA').select(count) === 'one'
        ? `${count} réponse à vérifier`
        : `${count} réponses à vérifier`,
    control: 'Dirige l’entreprise',
    primary: 'Personne-ressource principale',
    address: 'Adresse du domicile',
    copy: 'Utiliser l’adresse de l’entreprise',
    save: 'Enregistrer',
    back: 'Retour',
    cancel: 'Annuler',
    titleNames: [
      'Propriétaire',
      'Copropriétaire',
      'Présidence',
      'Chef de la direction',
      'Chef des finances',
      'Membre gestionnaire',
      'Membre',
      'Associé(e)',
      'Membre du conseil',
      'Trésorerie',
      'Secrétariat',
      'Gérance',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: 'Où devons-nous déposer le produit de vos ventes?', errors: {} },
      'banking.bankName': {
        label: 'Nom de la banque',
        errors: {
          required: 'Entrez le nom de la banque',
          'too-short': 'Entrez le nom de la banque',
          'too-long': 'Utilisez au plus 60 caractères pour le nom de la banque',
          'text-characters': 'Entrez le nom de la banque',
        },
      },
      'banking.routingNumber': {
        label: 'Numéro d’acheminement (routing number)',
        hint: 'Neuf chiffres',
        errors: {
          required: 'Entrez le numéro d’acheminement',
          'nine-digits': 'Entrez un numéro d’acheminement de neuf chiffres',
          'routing-invalid': 'Vérifiez le numéro d’acheminement\xa0: un de ses chiffres est inexact',
        },
      },
      'banking.accountNumber': {
        label: 'Numéro de compte',
        hint: 'D’un compte chèques (checking) de l’entreprise, de 4 à 17 chiffres',
        errors: {
          required: 'Entrez le numéro de compte',
          'account-digits': 'Entrez un numéro de compte de 4 à 17 chiffres',
          'account-invalid': 'Vérifiez le numéro de compte\xa0: il n’est pas valide',
          'account-is-routing': 'Entrez le numéro de compte\xa0: ceci est le numéro d’acheminement',
        },
      },
    },
    now: 'Entrer le compte maintenant',
    later: ['L’ajouter plus tard', 'Vous pouvez envoyer la demande sans lui.'],
    drawing:
      'Un chèque papier\xa0: au bas figure d’abord le numéro d’acheminement, puis le numéro de compte.',
    where: 'Les deux numéros figurent au bas d’un chèque papier et dans l’application de votre banque.',
    routing: 'Acheminement',
    account: 'Compte',
  },
}
