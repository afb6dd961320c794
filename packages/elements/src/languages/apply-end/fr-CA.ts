// The texts of <merchant-apply> from the review to the end, in Canadian French.
import type { ApplyEndDictionary } from '../dictionary.ts'

/** Canadian French. */
export const STRINGS: ApplyEndDictionary = {
  review: {
    planTitle: 'Forfait',
    plan: 'Forfait choisi',
    choosePlan: 'Choisissez un forfait',
    taxId: 'Numéro fiscal',
    businessAddress: 'Adresse de l’entreprise',
    mailingAddress: 'Adresse postale',
    homeAddress: 'Adresse du domicile',
    control: 'Dirige l’entreprise',
    primary: 'Contact principal',
    sameName: 'Identique à la dénomination sociale',
    sameAddress: 'Identique à l’adresse de l’entreprise',
    owners: 'Le numéro du propriétaire, voir ci-dessous',
    later: 'À ajouter plus tard',
    yes: 'Oui',
    no: 'Non',
    none: 'Non indiqué',
    missing: 'Manquant',
    given: 'Déjà rempli pour vous',
    change: 'Modifier',
    wrong: 'Avant de continuer',
    odd: 'Veuillez revoir ceci',
    print: 'Imprimer',
  },
  agreement: {
    fields: {
      'consent.documents': {
        label: 'Documents',
        errors: {
          'documents-changed': 'Les documents ont changé. Lisez la nouvelle version et acceptez de nouveau',
        },
      },
      'consent.accepted': {
        label: 'Votre accord',
        errors: { 'consent-missing': 'Cochez toutes les cases pour accepter' },
      },
      'consent.signerName': {
        label: 'Signez de votre nom',
        errors: { 'signature-name': 'Entrez vos prénom et nom comme dans la demande' },
      },
      termsToken: {
        label: 'Modalités',
        errors: { 'terms-token': 'Acceptez les modalités' },
      },
    },
    fees: (plan) => `Ce que coûte ${plan}`,
    loading: 'Obtention des documents',
    failed: 'Les documents n’ont pas pu être chargés.',
    tryAgain: 'Réessayer',
    edition: (version, hash, language) => `Version ${version} · ${language} · SHA-256 ${hash}…`,
    large: 'Tout afficher',
    small: 'Afficher moins',
    agreed: 'Vous avez accepté les modalités.',
    host: 'En envoyant la demande, vous acceptez les modalités.',
    signers: (names) => `Comme dans la demande\xa0: ${names}`,
    submit: 'Accepter et envoyer la demande',
    sending: 'Envoi de votre demande',
    back: 'Retour',
  },
  done: {
    states: (partner) => ({
      submitting: ['Envoi de votre demande', 'Cela prend quelques secondes. Ne l’envoyez pas de nouveau.'],
      in_doubt: [
        'Votre demande a peut-être été reçue',
        'Ne l’envoyez pas de nouveau.',
        `Nous n’avons pas encore de réponse et continuons de la demander. Si rien ne change d’ici un jour, communiquez avec ${partner} et donnez la référence ci-dessous.`,
      ],
      submitted: [
        'Demande envoyée',
        'L’examen commence de lui-même. Vous n’avez rien à faire pour l’instant.',
        'Vous pouvez fermer cette page\xa0: revenez-y à tout moment pour voir où en est la demande.',
      ],
      in_review: [
        'Votre demande est à l’étude',
        'Vous n’avez rien à faire pour l’instant. S’il manque quelque chose, quelqu’un communiquera avec vous.',
      ],
      action_required: [
        'Il manque quelque chose',
        `${partner} le demandera au contact principal. Ayez l’identifiant de la demande sous la main.`,
      ],
      approved: ['Votre demande est approuvée', `${partner} vous dira comment commencer.`],
      declined: [
        'Votre demande a été refusée',
        `Demandez à ${partner} les raisons et ce que vous pouvez faire. Donnez l’identifiant de la demande ci-dessous.`,
      ],
      withdrawn: ['La demande a été retirée', `Si vous ne le vouliez pas, communiquez avec ${partner}.`],
    }),
    lost: [
      'Votre demande a peut-être été reçue',
      'Ne l’envoyez pas de nouveau.',
      'La connexion a été perdue avant qu’une réponse arrive. Dès son retour, nous vérifions et disons ici ce qu’il en est.',
    ],
    unheard: [
      'Votre demande n’a pas été reçue',
      'La connexion a été perdue en chemin. Rien de ce que vous avez saisi n’est perdu\xa0: envoyez de nouveau la même demande.',
    ],
    sendAgain: 'L’envoyer de nouveau',
    toForm: 'La revoir d’abord',
    appId: 'Identifiant de la demande',
    reference: 'Référence',
    ourId: 'Notre référence',
    plan: 'Forfait',
    submitted: 'Envoyée',
    checked: 'Dernières nouvelles',
    check: 'Vérifier',
    agreed: 'Ce que vous avez accepté',
    signedBy: 'Signé par',
    signedAt: 'Signé le',
    version: (version) => `Version ${version}`,
    print: 'Imprimer',
  },
}
