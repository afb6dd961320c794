// Step "Owners and signers": the list of people, with add, change and remove; each person has a page.
import {
  cellPhoneRule,
  emptySigner,
  judgeSigners,
  MAX_SIGNERS,
  percentSum,
  type ApplicationPage,
  type Country,
  type SignerValues,
} from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { box, cards, type Option } from '../fields/choice.field.ts'
import { fieldAt, messageOf } from '../fields/field.ts'
import { notice, type Part } from '../../shared/controls.ts'
import { plainButton } from '../fields/form.ts'
import { formatPercent } from '../fields/format.ts'
import { common } from '../fields/words.ts'
import type { FormActions, StepPart, StepScene } from '../step.ts'
import { personPage } from './person.view.ts'
import { SIGNERS } from './signers.strings.ts'
import { groupOf, indexOf, nameOf, FIELD_TEXTS, text } from './signers.words.ts'

type Signers = readonly SignerValues[]

const isSole = ({ values }: StepScene): boolean => values.ownershipType === 'soleProprietorship'

const openOf = ({ people: { open }, values }: StepScene): number | null =>
  open !== null && open < values.signers.length ? open : null

const put = ({ form }: StepScene, signers: Signers): void => form.put({ signers: [...signers] })

/** Shows the page of a person, or with `null` the list, and focuses the heading. */
function showPerson(scene: StepScene, index: number | null, before: Signers = scene.values.signers): void {
  const { form, memory } = scene
  memory.clearPage()
  form.showPeople({ open: index, removed: null, before })
  form.focus(index === null ? 'signers' : 'person')
}

/** An empty person. The first one of an LLC or a sole proprietorship is its only owner until another share is entered. */
function newSigner({
  values,
  page,
}: Pick<StepScene, 'values'> & { page: ApplicationPage | null }): SignerValues {
  const { ownershipType, businessAddress, businessPhone, signers } = values
  const country: string = businessAddress.country || (page?.countries[0] ?? ('US' satisfies Country))
  const person = emptySigner(!signers.some(({ isPrimary }) => isPrimary), country)
  if (signers.length > 0) return person
  const isOwner = ownershipType === 'soleProprietorship' || ownershipType === 'llc'
  const first = { ...person, isControlPerson: true, ownershipPercentage: isOwner ? '100' : '' }
  return ownershipType === 'soleProprietorship'
    ? { ...first, title: SIGNERS.titles[0] ?? '', ownerCellPhone: cellPhoneOf(businessPhone) }
    : first
}

/** The business phone, if it can be a cell phone. */
const cellPhoneOf = (phone: string): string => {
  const { value, code } = cellPhoneRule(phone, { today: '', sandbox: false, tiers: null, wire: false })
  return code === '' ? value : ''
}

function add(scene: StepScene): void {
  const { signers } = scene.values
  put(scene, [...signers, newSigner(scene)])
  showPerson(scene, signers.length, signers)
}

/** Checks whether a person has an empty answer besides the number that no draft has. */
const isUnfinished = (signer: SignerValues): boolean =>
  Object.entries(signer).some(([member, value]) => value === '' && member !== 'ssn')

/**
 * Opens the first person at once: a list without people has nothing to read. Of a draft, opens the person whose page was left
 * unfinished.
 */
function openFirst(form: FormActions, view: Parameters<NonNullable<StepPart['entered']>>[1]): void {
  const { signers } = view.values
  const [first, second] = signers
  const isNamed = second || (first && `${first.firstName}${first.lastName}` !== '')
  const open = isNamed ? (view.resumed ? signers.findIndex(isUnfinished) : -1) : 0
  if (open < 0) return
  if (!first) form.put({ signers: [newSigner(view)] })
  form.showPeople({ open, removed: null, before: isNamed ? signers : [] })
}

function remove(scene: StepScene, index: number): void {
  const { form, values } = scene
  const name = nameOf(scene, index)
  const rest = values.signers.filter((_, at) => at !== index)
  // Keep one main contact.
  const hasPrimary = rest.some(({ isPrimary }) => isPrimary)
  const isOwner = percentSum(values.signers.slice(index, index + 1)) >= 25
  form.put({
    signers: rest.map((signer, at) => (at === 0 && !hasPrimary ? { ...signer, isPrimary: true } : signer)),
    // The list was confirmed with this owner.
    allOwnersListed: values.allOwnersListed && !isOwner,
  })
  form.showPeople({ open: null, removed: name, before: values.signers })
  form.focus('signers')
  form.announce(text(scene).removed(name))
}

function item(scene: StepScene, signer: SignerValues, index: number): TemplateResult {
  const strings = text(scene)
  const name = nameOf(scene, index)
  const at = `signers[${index}].`
  const missing = scene.missingSecrets.has(`${at}ssn`) && signer.ssn === '' ? 1 : 0
  const wrong = [...scene.shown.keys()].filter((path) => path.startsWith(at)).length || missing
  const facts = [
    signer.title,
    formatPercent(signer.ownershipPercentage, scene.lang),
    signer.isControlPerson && scene.values.signers.length > 1 && strings.control,
    signer.isPrimary && scene.values.signers.length > 1 && strings.primary,
  ]
  return html`<li class="person" part="person">
    <span class="grow">
      <b><bdi>${name}</bdi></b>
      <small
        >${facts.filter(Boolean).map((one, index) => html`${index ? ' · ' : ''}<bdi>${one}</bdi>`)}</small
      >
      ${wrong ? html`<span class="message bad">${strings.missing(wrong)}</span>` : nothing}
    </span>
    <span class="row">
      ${plainButton([strings.change, () => showPerson(scene, index)], strings.of(strings.change, name))}
      ${plainButton([strings.remove, () => remove(scene, index)], strings.of(strings.remove, name))}
    </span>
  </li>`
}

function contact(scene: StepScene): Part {
  const { signers } = scene.values
  const primary = signers.findIndex(({ isPrimary }) => isPrimary)
  if (signers.length < 2) return nothing
  return cards(
    groupOf(scene),
    'isPrimary',
    signers.map((_, index): Option => [String(index), nameOf(scene, index)]),
    {
      value: String(primary),
      act: (chosen) =>
        signers.forEach((_, index) =>
          scene.form.change(`signers[${index}].isPrimary`, String(index) === chosen),
        ),
    },
  )
}

function list(scene: StepScene): TemplateResult {
  const strings = text(scene)
  const { values, warnings, lang } = scene
  const { removed, before } = scene.people
  const share = (percent: number): string => formatPercent(`${percent}`, lang)
  const { signers } = values
  const sole = isSole(scene)
  const field = fieldAt(groupOf(scene), 'signers')
  const undo = (): void => {
    put(scene, before)
    showPerson(scene, null)
  }
  const adding = signers.length > 0 ? strings.addMore : sole ? strings.addYou : strings.add
  return html`
    <p class="hint">${sole ? strings.onlyYou : strings.who}</p>
    <h3 id="signers" tabindex="-1" aria-describedby="signers-message">${field.words.label}</h3>
    ${
      removed === null
        ? nothing
        : notice('warn', html`${strings.removed(removed)} ${plainButton([strings.undo, undo])}`)
    }
    ${
      signers.length === 0
        ? nothing
        : html`<ul>
              ${signers.map((signer, index) => item(scene, signer, index))}
            </ul>
            <p>
              <b>${strings.shares(share(percentSum(signers)), share(100))}</b>
            </p>`
    }
    ${messageOf(field)}
    ${
      warnings.get('corporateName') === 'sole-name'
        ? notice('warn', common(scene).warnings['sole-name'])
        : nothing
    }
    ${
      signers.length < (sole ? 1 : MAX_SIGNERS)
        ? html`<div class=${signers.length > 0 ? 'more' : nothing}>
            ${plainButton([adding, () => add(scene)])}
          </div>`
        : nothing
    }
    ${contact(scene)}
    ${signers.length === 0 || (sole && signers.length === 1) ? nothing : box(groupOf(scene), 'allOwnersListed')}
  `
}

export const STEP: StepPart = {
  judge: judgeSigners,
  ...FIELD_TEXTS,
  alone: (scene) => openOf(scene) !== null,
  entered: openFirst,
  reveal(path, scene) {
    const index = indexOf(path)
    if (index === openOf(scene)) return
    const { people, values, form } = scene
    if (index >= 0) form.showPeople({ ...people, open: index, before: values.signers })
    else if (path === 'signers' || path === 'allOwnersListed') form.showPeople({ ...people, open: null })
  },
  render(scene) {
    const open = openOf(scene)
    if (open === null) return list(scene)
    return personPage(scene, open, (undone) => {
      if (undone) put(scene, scene.people.before)
      showPerson(scene, null)
    })
  },
}
