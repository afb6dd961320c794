// The agreement in French (Quebec), which is shown first to businesses there.
import type { AgreementTexts, TierWords } from './texts.ts'

const FICTION =
  'Ce texte est fictif. Il a été rédigé pour des démonstrations et des essais; il ne constitue ni une offre ni un avis juridique et n’engage personne.'

const feeList = ({ fees }: TierWords): readonly string[] =>
  fees.length === 0
    ? ['Aucuns frais ne sont fixés pour ce forfait.']
    : fees.map(({ label, value }) => `${label} : ${value}`)

const includeList = ({ includes }: TierWords): readonly string[] =>
  includes.length === 0 ? [] : [`Le forfait comprend : ${includes.join('; ')}.`]

export const FRENCH: AgreementTexts = {
  locale: 'fr-CA',
  documents: [
    {
      id: 'merchant-agreement',
      title: 'Contrat du commerçant',
      paragraphs: (tier) => [
        FICTION,
        `1. Objet. Vous demandez un compte qui permet à votre entreprise d’accepter des paiements par carte selon le forfait « ${tier.label} ». Le compte commence lorsque la demande est approuvée, et pas avant.`,
        '2. Vos engagements. Vous vendez ce que la demande indique, sous le nom qu’elle indique, et vous nous avisez de tout changement dans les dix jours. Vous n’acceptez des cartes que pour vos propres ventes, vous conservez les reçus pendant dix-huit mois et vous ne notez jamais un numéro de carte complet ni un code de sécurité.',
        '3. Nos engagements. Nous transmettons vos ventes par carte, versons les sommes dues dans votre compte bancaire le jour ouvrable suivant et présentons chaque vente et chaque frais dans un relevé mensuel.',
        '4. Frais. Vous payez les frais du barème, qui fait partie du présent contrat. Nous annonçons toute modification par écrit au moins trente jours avant son entrée en vigueur; d’ici là, vous pouvez résilier sans frais.',
        '5. Remboursements et contestations. Lorsqu’un client rend un bien, vous remboursez la même carte. Lorsqu’un client conteste une vente, vous avez dix jours pour nous envoyer le reçu; une contestation perdue est déduite de votre prochain versement.',
        '6. Suspension et résiliation. Chaque partie peut résilier le présent contrat par écrit moyennant un préavis de trente jours. Nous pouvons suspendre les versements aussi longtemps que la loi l’exige, ou pendant que nous examinons un soupçon de fraude; nous vous en avisons le jour même, sauf si la loi l’interdit.',
        '7. Responsabilité et droit applicable. Chaque partie répond du dommage causé par sa négligence, jusqu’à concurrence des frais des douze derniers mois. Le droit du lieu de votre entreprise s’applique.',
      ],
    },
    {
      id: 'fee-schedule',
      title: 'Barème des frais',
      paragraphs: (tier) => [
        FICTION,
        `Forfait : ${tier.label}.`,
        ...feeList(tier),
        ...includeList(tier),
        'Les pourcentages se calculent sur le montant de la vente, pourboires et taxes compris. Il n’y a pas d’autres frais.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Utilisation des renseignements personnels',
      paragraphs: () => [
        FICTION,
        'Pour décider de la demande, nous devons savoir qui possède et contrôle l’entreprise. Nous utilisons les noms, dates de naissance, adresses personnelles et numéros fiscaux à cette seule fin et nous les conservons chiffrés.',
        'Nous les comparons aux dossiers d’agences d’évaluation du crédit et aux listes de personnes avec lesquelles la loi interdit de faire affaire. Nous les conservons cinq ans après la fin du compte, comme la loi le demande, puis nous les supprimons.',
        'Chaque personne peut consulter les renseignements qui la concernent, les faire rectifier et s’opposer par écrit à leur utilisation.',
      ],
    },
  ],
  consents: [
    {
      id: 'documents',
      text: 'J’ai lu les documents ci-dessus et je les accepte au nom de l’entreprise.',
    },
    {
      id: 'accurate',
      text: 'Les renseignements de la demande sont exacts et complets, et je peux signer au nom de l’entreprise.',
    },
    {
      id: 'checks',
      text: 'L’identité et le crédit de l’entreprise et de chaque personne nommée peuvent être vérifiés, au besoin auprès d’une agence d’évaluation du crédit. Chacune d’elles le sait et l’accepte.',
    },
    {
      id: 'electronic',
      text: 'J’accepte de signer par voie électronique et de recevoir les documents et les relevés par voie électronique.',
    },
  ],
}
