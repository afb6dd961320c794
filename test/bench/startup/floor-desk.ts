// The floor: hand-written bare Lit for the same job. It has the day, its total, a search and the newest rows, from its own fetch.
import { css, html, LitElement, type TemplateResult } from 'lit'

interface Row {
  readonly id: string
  readonly time: string
  readonly order: string
  readonly amount: string
  readonly state: string
  readonly card: string
}

class FloorDesk extends LitElement {
  static override properties = {
    base: {},
    rows: { attribute: false },
    open: { attribute: false },
    search: { attribute: false },
  }
  static override styles = css`
    :host {
      display: block;
      font: 16px system-ui;
    }
    form {
      display: flex;
      gap: 12px;
      margin: 12px 0;
    }
    input,
    button {
      box-sizing: border-box;
      min-height: 44px;
      padding: 8px;
      border: 1px solid #8a8a8a;
      border-radius: 6px;
      background: none;
      font: inherit;
    }
    table {
      width: 100%;
      border-collapse: collapse;
    }
    th,
    td {
      padding: 8px;
      border-top: 1px solid #ccc;
      text-align: start;
    }
  `

  declare base: string
  declare rows: readonly Row[]
  declare open: string
  declare search: string

  constructor() {
    super()
    this.base = ''
    this.rows = []
    this.open = ''
    this.search = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.load()
  }

  private async load(): Promise<void> {
    this.rows = (await (await fetch(`${this.base}/rows`)).json()) as Row[]
  }

  protected override render(): TemplateResult {
    const rows = this.rows.filter(({ order }) => order.includes(this.search))
    return html`<h2>Sales</h2>
      <p>Approved: ${rows.filter(({ state }) => state === 'Approved').length}</p>
      <form>
        <input
          type="search"
          aria-label="Search"
          @input=${({ target }: Event) => (this.search = (target as HTMLInputElement).value)}
        />
        <input type="date" aria-label="Day" />
      </form>
      <table>
        <thead>
          <tr>
            ${['Time', 'Order', 'Amount', 'Status', 'Card'].map((name) => html`<th>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ id, time, order, amount, state, card }) =>
              html`<tr>
                <td>${time}</td>
                <td>
                  <button class="row" @click=${() => (this.open = this.open === id ? '' : id)}>
                    ${order}
                  </button>
                </td>
                <td>${amount}</td>
                <td>${state}</td>
                <td>${card}</td>
              </tr>`,
          )}
        </tbody>
      </table>`
  }
}

customElements.define('floor-desk', FloorDesk)
