// The floor: hand-written bare Lit for the same job. It has a choice of terminals from its own fetch, an amount, a button and the
// steps of a sale.
import { css, html, LitElement, type TemplateResult } from 'lit'

interface Device {
  readonly id: string
  readonly name: string
}

const STEPS = ['Starting', 'Waiting for card', 'Processing', 'Approved']

class FloorTerminal extends LitElement {
  static override properties = {
    base: {},
    devices: { attribute: false },
    step: { attribute: false },
    message: { attribute: false },
  }
  static override styles = css`
    :host {
      display: block;
      max-width: 420px;
      font: 16px system-ui;
    }
    form {
      display: grid;
      gap: 12px;
    }
    label {
      font-size: 14px;
    }
    input,
    select,
    button {
      box-sizing: border-box;
      width: 100%;
      min-height: 44px;
      padding: 8px;
      border: 1px solid #8a8a8a;
      border-radius: 6px;
      font: inherit;
    }
    button {
      border: 0;
      background: #0b5fff;
      color: #fff;
    }
    ol {
      display: grid;
      gap: 6px;
      min-height: 120px;
      margin: 12px 0;
      padding: 0;
      list-style: none;
    }
    .on {
      font-weight: 600;
    }
    p {
      min-height: 24px;
      margin: 0;
    }
  `

  declare base: string
  declare devices: readonly Device[]
  declare step: number
  declare message: string

  constructor() {
    super()
    this.base = ''
    this.devices = []
    this.step = -1
    this.message = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.load()
  }

  private async load(): Promise<void> {
    this.devices = (await (await fetch(`${this.base}/devices`)).json()) as Device[]
  }

  private async start(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const body = new FormData(event.target as HTMLFormElement)
    const answer = await fetch(`${this.base}/sales`, { method: 'POST', body })
    const { id } = (await answer.json()) as { id: string }
    new EventSource(`${this.base}/sales/${id}`).addEventListener(
      'message',
      ({ data }: MessageEvent<string>) => {
        Object.assign(this, JSON.parse(data))
      },
    )
  }

  protected override render(): TemplateResult {
    return html`<form @submit=${(event: SubmitEvent) => this.start(event)}>
        <label for="device">Terminal</label>
        <select id="device" name="device" required>
          ${this.devices.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        </select>
        <label for="amount">Amount</label>
        <input id="amount" name="amount" inputmode="decimal" required />
        <button ?disabled=${this.step >= 0}>Start sale</button>
      </form>
      <ol>
        ${STEPS.map((name, index) => html`<li class=${index === this.step ? 'on' : ''}>${name}</li>`)}
      </ol>
      <p role="status">${this.message}</p>`
  }
}

customElements.define('floor-terminal', FloorTerminal)
