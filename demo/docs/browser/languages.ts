// The live example of the languages page: an element with selectable language and direction, and the tag for it.
import '@tapboard/elements/terminal-pay/define'
import '../styles/editor.css'
import { directionOf, LANGUAGE_NAMES } from '../../shared/language-names.ts'
import { choice, make } from './dom.ts'
import { sampleToken, ScriptedShop } from './scripted-shop.ts'

function openExample(place: HTMLElement): void {
  const pay = make('terminal-pay', { 'bff-url': '/sample' })
  pay.fetcher = new ScriptedShop().fetch
  pay.getToken = sampleToken
  const section = make('div', { class: 'preview' }, pay)
  const code = make('code')
  const speak = (tag: string): void => {
    section.lang = tag
    section.dir = directionOf(tag)
    const direction = directionOf(tag) === 'rtl' ? ' dir="rtl"' : ''
    code.textContent = `<section lang="${tag}"${direction}>\n  <terminal-pay bff-url="/tapboard"></terminal-pay>\n</section>`
  }
  const [languages] = choice('Language', LANGUAGE_NAMES, speak)
  const copy = make('button', { class: 'copy', type: 'button' }, make('span', {}, 'Copy'))
  place.append(
    make('div', { class: 'choices' }, languages),
    make('div', { class: 'seen' }, section),
    // Focusable from the start: on a phone it scrolls sideways.
    make('div', { class: 'code' }, make('pre', { 'data-language': 'html', tabindex: '0' }, code), copy),
  )
  speak('en')
}

const place = document.getElementById('speaking')
if (place !== null) openExample(place)
