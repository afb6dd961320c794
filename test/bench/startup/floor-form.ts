// The floor of the form: hand-written bare Lit for an application of twenty fields. It has no API, no draft and only the
// browser's own validation.
import { css, html, LitElement, type TemplateResult } from 'lit'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** Name, label, type, required, options. */
type Field = readonly [
  name: string,
  label: string,
  type: string,
  required: boolean,
  options?: readonly string[],
]

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
const FIELDS: readonly Field[] = [
  ['TierName', 'Pricing tier', 'select', true, ['Standard', 'Plus', 'Enterprise']],
  ['CorporateName', 'Corporate name', 'text', true],
  ['DBAName', 'Doing business as', 'text', true],
  ['AnnualCreditCardSales', 'Annual card sales', 'text', false],
  [
    'OwnershipType',
    'Ownership type',
    'select',
    true,
    ['LLC', 'Corporation', 'Partnership', 'Sole proprietor'],
  ],
  ['BusinessStartDate', 'Business start date', 'date', true],
  ['AgentName', 'Agent name', 'text', false],
  ['AgentEmail', 'Agent email', 'email', false],
  ['Website', 'Website', 'url', false],
  ['TaxId', 'Tax ID', 'text', true],
  ['BusinessEmail', 'Business email', 'email', false],
  ['BusinessPhone', 'Business phone', 'tel', true],
  ['Street', 'Street', 'text', true],
  ['City', 'City', 'text', true],
  ['State', 'State', 'select', true, STATES.split(' ')],
  ['Zip', 'ZIP', 'text', true],
  ['ProductSold', 'Products sold', 'textarea', true],
  ['SignerName', 'Signer name', 'text', true],
  ['SignerEmail', 'Signer email', 'email', true],
  ['Token', 'I accept the terms', 'checkbox', true],
]

class FloorForm extends LitElement {
  static override properties = { errors: { attribute: false } }
  static override styles = css`
    :host {
      display: block;
      font: 16px system-ui;
    }
    form {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 12px;
    }
    label,
    span {
      display: block;
      min-height: 18px;
      font-size: 14px;
    }
    span {
      color: #b00020;
    }
    input,
    select,
    textarea {
      box-sizing: border-box;
      width: 100%;
      min-height: 40px;
      padding: 8px;
      border: 1px solid #8a8a8a;
      border-radius: 6px;
      font: inherit;
    }
    button {
      grid-column: 1 / -1;
      min-height: 44px;
      border: 0;
      background: #0b5fff;
      color: #fff;
      font: inherit;
    }
  `

  declare errors: Readonly<Record<string, string>>

  constructor() {
    super()
    this.errors = {}
  }

  #judge(...controls: readonly Control[]): void {
    const said = controls.map(({ name, validity, validationMessage }) => [
      name,
      validity.valid ? '' : validationMessage,
    ])
    this.errors = { ...this.errors, ...(Object.fromEntries(said) as Record<string, string>) }
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault()
    const controls = [...(event.target as HTMLFormElement).elements].filter(
      (one) => 'name' in one && one.name,
    )
    this.#judge(...(controls as Control[]))
  }

  #control([name, , type, required, options = []]: Field): TemplateResult {
    const invalid = this.errors[name] ? 'true' : 'false'
    const said = `${name}-said`
    if (type === 'select')
      return html`<select
        id=${name}
        name=${name}
        ?required=${required}
        aria-describedby=${said}
        aria-invalid=${invalid}
      >
        <option value="">Choose…</option>
        ${options.map((option) => html`<option>${option}</option>`)}
      </select>`
    if (type === 'textarea')
      return html`<textarea
        id=${name}
        name=${name}
        ?required=${required}
        aria-describedby=${said}
        aria-invalid=${invalid}
      ></textarea>`
    return html`<input
      type=${type}
      id=${name}
      name=${name}
      ?required=${required}
      aria-describedby=${said}
      aria-invalid=${invalid}
    />`
  }

  protected override render(): TemplateResult {
    return html`<form
      novalidate
      @focusout=${({ target }: FocusEvent) => this.#judge(target as Control)}
      @submit=${(event: SubmitEvent) => this.#submit(event)}
    >
      ${FIELDS.map(
        (field) =>
          html`<div>
            <label for=${field[0]}>${field[1]}</label>${this.#control(field)}<span
              id="${field[0]}-said"
              aria-live="polite"
              >${this.errors[field[0]] ?? ''}</span
            >
          </div>`,
      )}<button>Submit application</button>
    </form>`
  }
}

customElements.define('floor-form', FloorForm)
