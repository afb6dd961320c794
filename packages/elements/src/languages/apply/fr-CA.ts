// The texts of the first render of <merchant-apply>, in Canadian French.
import type { ApplyDictionary } from '../dictionary.ts'

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'Mode test',
    testNote:
      'Mode test\xa0: rien de ce que vous saisissez n’est envoyé à une banque. Utilisez des données fictives.',
    fillSample: 'Remplir avec des données d’exemple',
    partner: (name) => `Inscription auprès de ${name}`,
    steps: {
      start: 'Avant de commencer',
      plan: 'Choix du forfait',
      business: 'Votre entreprise',
      tax: 'Renseignements fiscaux',
      contact: 'Vos coordonnées',
      signers: 'Propriétaires et signataires',
      bank: 'Compte bancaire',
      review: 'Vérification de vos réponses',
      agreement: 'Entente',
      done: 'Votre demande',
    },
    stepOf: (number, of) => `Étape ${number} de ${of}`,
    progress: 'Progression',
    marked: {
      past: (step) => `${step}, terminée`,
      wrong: (step) => `${step}, à corriger`,
    },
    begin: 'Commencer',
    continue: 'Continuer',
    back: 'Retour',
    problem: 'Il y a un problème',
    unset:
      'Cette inscription n’est pas configurée. Informez-vous auprès de l’entreprise qui vous a dirigé ici.',
    unreached: 'Le serveur est injoignable. Vérifiez la connexion.',
    faults: {
      'token-unreachable': 'Cette page ne peut pas joindre son serveur. Vérifiez la connexion.',
      'token-unauthorized':
        'Votre session est fermée, ou vous n’avez pas accès à cette inscription. Connectez-vous de nouveau ou informez-vous auprès de l’entreprise qui vous a dirigé ici.',
      'token-unavailable': 'Le serveur n’est pas disponible pour le moment.',
      'token-limited': 'Le serveur reçoit trop de demandes à la fois.',
    },
    retrying: (seconds) => (seconds ? `Nouvel essai dans ${seconds} s` : 'Nouvel essai…'),
    tryAgain: 'Réessayer',
    stuck:
      'La page suivante n’a pas pu être chargée. Vérifiez la connexion. Rien de ce que vous avez saisi n’est perdu.',
    takes:
      'Il faut une dizaine de minutes. Vous pouvez vous arrêter à tout moment et revenir\xa0: vos réponses sont conservées pendant 60\xa0jours.',
    ready: 'À avoir sous la main',
    things: [
      'votre numéro fiscal américain\xa0: EIN, ou bien SSN ou ITIN d’une entreprise individuelle',
      'pour chaque propriétaire d’au moins 25\xa0% et chaque signataire\xa0: adresse du domicile, date de naissance, SSN ou ITIN, cellulaire',
      'numéro d’acheminement (routing number) et numéro de compte d’une banque américaine – ou ajoutez-les plus tard',
    ],
    resumed: (when) => `Bon retour! Vos réponses du ${when} sont enregistrées.`,
    startOver: 'Recommencer',
    startOverSure: 'Supprimer toutes les réponses et recommencer?',
    startOverYes: 'Supprimer mes réponses',
    keep: 'Les garder',
    again:
      'Pour votre sécurité, les numéros fiscaux et les numéros de compte ne sont jamais conservés. Veuillez les saisir de nouveau.',
    saving: 'Enregistrement…',
    saved: 'Enregistré',
    unsaved: 'Pas encore enregistré. Nous réessayons; vous pouvez continuer.',
    changed: 'Vos réponses ont été modifiées dans une autre fenêtre ou sur un autre appareil.',
    loadNewer: 'Charger les plus récentes',
    keepMine: 'Garder mes réponses',
  },
  plan: {
    label: 'Quel forfait voulez-vous?',
    none: '–',
    empty:
      'Aucun forfait n’est offert pour le moment. Informez-vous auprès de l’entreprise qui vous a dirigé ici.',
    errors: {
      choose: 'Choisissez un forfait',
      'tier-unavailable': 'Le forfait que vous avez choisi n’est plus offert. Choisissez-en un autre',
    },
  },
}
