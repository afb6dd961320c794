// Scripts of a page that tries to read an isolated field. They run in the page; each returns all that it got.

/** Anything: a member of it, and what it returns. */
type Wild = { readonly [name: string]: Wild } & ((...given: readonly unknown[]) => Wild)

/** What a hostile page has to look for. */
interface Prey {
  /** The frame of the field. */
  readonly frame: HTMLIFrameElement
  /** The window of the frame. */
  readonly inner: Wild
  /** What the page sent to frames, and the ports to send more without a record of it. */
  readonly used: readonly {
    readonly settings: object
    readonly say: (message: object) => void
    readonly hear: (hearer: (event: MessageEvent<Readonly<Record<string, unknown>>>) => void) => void
  }[]
  /** All that listeners and wrapped functions of the page recorded since it loaded. */
  readonly heard: unknown[]
}

/** Runs before every script of the page: records messages of windows and ports, keys, input and the clipboard. */
export const LISTEN = `
  globalThis.heard = []
  for (const type of ['message', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'copy', 'selectionchange', 'compositionend'])
    addEventListener(type, (event) => heard.push([type, event.key, event.data, event.target?.value]), true)
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(listener) {
      set.call(this, (event) => { heard.push(['port', event.data]); listener.call(this, event) })
    },
  })
  const { postMessage } = MessagePort.prototype
  globalThis.used = []
  MessagePort.prototype.postMessage = function (...sent) {
    heard.push(['sent', ...sent])
    if (sent[0]?.type === 'set') used.push({ settings: sent[0].settings, say: (message) => postMessage.call(this, message), hear: (hearer) => this.addEventListener('message', hearer) })
    return postMessage.apply(this, sent)
  }
  const { encrypt } = crypto.subtle ?? {}
  if (encrypt) SubtleCrypto.prototype.encrypt = function (...given) { heard.push(['encrypt', new TextDecoder().decode(given[2])]); return encrypt.apply(this, given) }
  const { stringify } = JSON
  JSON.stringify = (...given) => { const text = stringify(...given); heard.push(['json', text]); return text }
`

/** Ways to read the field, by name. */
export const WAYS: Readonly<Record<string, (prey: Prey) => unknown>> = {
  'the document of the frame': ({ frame }) => frame.contentDocument?.body.innerHTML,
  'the SVG document of the frame': ({ frame }) => frame.getSVGDocument()?.documentElement.outerHTML,
  'the window of the frame': ({ inner }) => inner['document']!['querySelector']!('input')['value'],
  'the frames of the page': () => (window.frames[0] as unknown as Wild)['document']!['body']!['innerHTML'],
  'the global names of the frame': ({ inner }) =>
    Object.getOwnPropertyNames(inner).map((name) => inner[name]),
  'a function of the frame': ({ inner }) =>
    inner['Function']!('return document.querySelector("input").value')(),
  'eval in the frame': ({ inner }) => inner['eval']!('document.querySelector("input").value'),
  'the name of the frame': ({ inner }) => inner['name'],
  'the address of the frame': ({ inner }) => inner['location']!['href'],
  'the storage of the frame': ({ inner }) => JSON.stringify(inner['localStorage']),
  'the attributes of the frame': ({ frame }) => frame.outerHTML,
  'the accessible name of the frame': ({ frame }) => [frame.ariaLabel, frame.title, frame.textContent],
  'the selection of the page': () => [getSelection()?.toString(), document.activeElement?.textContent],
  'copying the page': () => [
    document.execCommand('selectAll'),
    document.execCommand('copy'),
    getSelection()?.toString(),
  ],
  'the clipboard': () => navigator.clipboard.readText(),
  'a message to the frame': async ({ frame }) => {
    for (const message of ['value', { type: 'get' }, { type: 'value' }, 'tapboard-isolated-field'])
      frame.contentWindow?.postMessage(message, '*')
    await new Promise((resolve) => setTimeout(resolve, 200))
  },
  'a second port to the frame': ({ frame }) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      frame.contentWindow?.postMessage('tapboard-isolated-field', '*', [port2])
      port1.postMessage({ type: 'settle' })
      setTimeout(resolve, 300)
    }),
  'guesses of an account number that the frame judges': async ({ used }) => {
    const { settings, say, hear } = used.at(-1)!
    const verdicts: unknown[] = []
    let settled = (): void => {}
    hear(({ data }) => (data['type'] === 'settled' ? settled() : verdicts.push(data['text'])))
    let right = ''
    // The page knows all but the last two digits.
    for (let guess = 641_357_850; guess < 641_357_950 && right === ''; guess += 1) {
      say({ type: 'set', settings: { ...settings, field: 'accountNumber', apart: String(guess) } })
      await new Promise<void>((resolve) => {
        settled = resolve
        say({ type: 'settle' })
      })
      if (verdicts.includes('!account-is-routing')) right = String(guess)
    }
    say({ type: 'set', settings })
    return [used.length, right]
  },
  'a style that loads a file by the value': ({ frame }) => {
    frame.style.cssText += ';--accent: url(/stolen?value=1)'
    return getComputedStyle(frame).getPropertyValue('--accent')
  },
  'a script address in the frame': async ({ frame, heard }) => {
    frame.contentWindow!.location.href =
      'javascript:parent.postMessage(document.querySelector("input").value, "*")'
    await new Promise((resolve) => setTimeout(resolve, 200))
    return heard
  },
  'a frame of its own around the page of the field, without a sandbox': ({ frame }) =>
    new Promise((resolve) => {
      const own = document.createElement('iframe')
      own.src = frame.src
      own.onload = () => {
        try {
          resolve(own.contentDocument?.body.innerHTML ?? 'no document')
        } catch (error) {
          resolve(String(error))
        }
      }
      document.body.append(own)
      setTimeout(resolve, 1_000)
    }),
  'the page of the field by fetch': async ({ frame }) => (await fetch(frame.src)).text(),
  'the history and the timing entries': () => [history.state, JSON.stringify(performance.getEntries())],
  'a frame without its sandbox': ({ frame }) => {
    frame.removeAttribute('sandbox')
    return frame.contentDocument?.body.innerHTML
  },
  'all that was heard': ({ heard }) => heard,
}

/** The source that gives a page `ways` and their results: what each got, or the error that it met. */
export const DEFINE_WAYS = `
  globalThis.prey = () => {
    const within = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])])
    const frame = within(document).find((one) => one.matches('iframe.isolated'))
    return { frame, inner: frame.contentWindow, heard: globalThis.heard ?? [], used: globalThis.used ?? [] }
  }
  globalThis.textOf = (value) => {
    const seen = new Set()
    return JSON.stringify(value, (_, each) => {
      if (typeof each !== 'object' || each === null) return typeof each === 'function' ? String(each) : each
      if (seen.has(each)) return ''
      seen.add(each)
      return each
    }) ?? ''
  }
  globalThis.ways = {${Object.entries(WAYS)
    .map(([name, way]) => `${JSON.stringify(name)}: ${String(way)}`)
    .join(',\n')}}
`

/** Runs one way in the page. */
export async function tryWay(name: string): Promise<string> {
  const page = globalThis as unknown as {
    readonly ways: typeof WAYS
    readonly prey: () => Prey
    readonly textOf: (value: unknown) => string
  }
  try {
    // A browser may ask the person for a permission and wait.
    const late = new Promise((resolve) => setTimeout(resolve, 2_000))
    return `got ${page.textOf(await Promise.race([page.ways[name]!(page.prey()), late]))}`
  } catch (error) {
    return `failed: ${String(error)}`
  }
}
