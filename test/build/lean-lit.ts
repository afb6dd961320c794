// Takes out of Lit what an element of ours can never reach, from its one-file build alone: hooks for polyfills and hydration,
// ways around browsers that the elements do not run in, property options that they do not use, directives where there are none.
// Every cut must match once: another release of Lit stops the build until somebody has looked. Package users get Lit as it is.
import type { Plugin } from 'vite'

/** What is taken out, what stands in its place, and how often it is there. */
interface Cut {
  readonly what: string
  readonly to?: string
}

/** The style sheets are constructed ones: whatever has `light-dark()` has `adoptedStyleSheets`. */
const STYLES = `
export const supportsAdoptingStyleSheets = true
export class CSSResult {
  constructor(cssText) { this.cssText = cssText }
  get styleSheet() {
    if (!this.o) (this.o = new CSSStyleSheet()).replaceSync(this.cssText)
    return this.o
  }
}
export const unsafeCSS = (text) => new CSSResult(text)
export const css = unsafeCSS
export const adoptStyles = (root, styles) => {
  root.adoptedStyleSheets = styles.map((style) => style.styleSheet)
}
export const getCompatibleStyle = (style) => style
`

const REACTIVE: readonly Cut[] = [
  {
    what: 'defineProperty:e,getOwnPropertyDescriptor:h,getOwnPropertyNames:r,getOwnPropertySymbols:o,getPrototypeOf:n',
    to: 'defineProperty:e',
  },
  { what: 'c=a.trustedTypes,l=c?c.emptyScript:"",' },
  // Decorators' own registers: properties stand in \`static properties\`.
  { what: 'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;' },
  {
    what: 'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
  },
  { what: 'static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}' },
  { what: ',this.constructor.l?.forEach(t=>t(this))' },
  { what: ',void 0!==t.l&&(this.l=[...t.l])' },
  // Attributes are texts and booleans, and only texts are reflected.
  {
    what: 'toAttribute(t,s){switch(s){case Boolean:t=t?l:null;break;case Object:case Array:t=null==t?t:JSON.stringify(t)}return t},fromAttribute(t,s){let i=t;switch(s){case Boolean:i=null!==t;break;case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}}return i}',
    to: 'toAttribute:t=>t,fromAttribute:(t,s)=>s===Boolean?null!==t:t',
  },
  { what: '(void 0!==i.converter?.toAttribute?i.converter:u)', to: 'u' },
  {
    what: '"function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u',
    to: 'u',
  },
  // No property has an accessor of its own, a default to go back to, or a way to be without an accessor.
  {
    what: 'if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)}',
    to: 'this.elementProperties.set(t,s);e(this.prototype,t,this.getPropertyDescriptor(t,Symbol(),s))',
  },
  {
    what: 'const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)}',
    to: 'return{get(){return this[s]},set(e){const h=this[s];this[s]=e,this.requestUpdate(t,h,i)}',
  },
  {
    what: 'const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,',
    to: 'this[e]=h.fromAttribute(s,t.type),',
  },
  {
    what: '||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))',
  },
  {
    what: 'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}',
    to: 'C(t,s,{reflect:e}){this._$AL.has(t)||(this.hasUpdated||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t)}',
  },
  {
    what: 'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
  },
  {
    what: 'static finalizeStyles(s){const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i}',
  },
  // Nobody looks before or after drawings, or decides whether and when they are made.
  {
    what: 'let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()}catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)',
    to: 'const s=this._$AL;try{this.willUpdate(s),this.update(s)}catch(t){throw this._$EM(),t}this.hasUpdated=!0',
  },
  {
    what: '_$AE(t){this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),this.updated(t)}',
  },
  { what: 'updated(t){}firstUpdated(t){}' },
  { what: 'shouldUpdate(t){return!0}' },
  {
    what: 'const t=this.scheduleUpdate();return null!=t&&await t,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}',
    to: 'return this.performUpdate(),!this.isUpdatePending}',
  },
  { what: 'return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}', to: 'return this._$ES}' },
  {
    what: '{attribute:!0,type:String,converter:u,reflect:!1,useDefault:!1,hasChanged:f}',
    to: '{}',
  },
  { what: '(i.hasChanged??f)(h,s)', to: 'f(h,s)' },
  { what: 'removeController(t){this._$EO?.delete(t)}' },
  // An element inherits no properties from another. Its own names alone: a page's script may have put others into every object.
  {
    what: 'static _$Ei(){if(this.hasOwnProperty(d("elementProperties")))return;const t=n(this);t.finalize(),this.elementProperties=new Map(t.elementProperties)}',
  },
  {
    what: 'if(this.hasOwnProperty(d("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(d("properties"))){const t=this.properties,s=[...r(t),...o(t)];for(const i of s)this.createProperty(i,t[i])}',
    to: 'if(this._$Eh)return;this.elementProperties=new Map;for(const[t,s]of Object.entries(this.properties))this.createProperty(t,s);',
  },
  { what: 'this._$Eh&&[...this._$Eh.keys()]', to: '[...this._$Eh.keys()]' },
  { what: '"string"==typeof t?t.toLowerCase():void 0', to: 't.toLowerCase()' },
  // The elements make and dress their shadow roots themselves.
  {
    what: 'createRenderRoot(){const t=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return s(t,this.constructor.elementStyles),t}',
  },
  { what: 'this.elementStyles=this.finalizeStyles(this.styles)' },
  {
    what: 'y.elementStyles=[],y.shadowRootOptions={mode:"open"},y[d("elementProperties")]=new Map,y[d("finalized")]=new Map,',
  },
]

const HTML: readonly Cut[] = [
  // No template is made by a compiler, and none is MathML.
  {
    what: 'e="number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
    to: 'e=this._$AC(t)',
  },
  { what: '3===i?"<math>":""', to: '""' },
  { what: '3===i?"</math>":""', to: '""' },
  { what: '2===i||3===i', to: '2===i' },
  // Templates stand in the code; none came from elsewhere.
  { what: 'if(!u(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");' },
  // Listeners are functions without options.
  {
    what: 'e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,h=t!==A&&(s===A||e)',
    to: 'e=t===A&&s!==A,h=t!==A&&s===A',
  },
  {
    what: '"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)',
    to: 'this._$AH.call(this.options?.host,t)',
  },
  { what: '(t?.creationScope??l).importNode', to: 'l.importNode' },
  // No binding stands in a comment.
  { what: 'else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}' },
]

const WITHOUT_DIRECTIVES: readonly Cut[] = [
  {
    what: 'function M(t,i,s=t,e){if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i}',
    to: 'const M=(t,i)=>i;',
  },
  { what: 'else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))' },
  {
    what: '1===r.type?i=new r.ctor(h,r.name,r.strings,this,t):6===r.type&&(i=new Z(h,this,t))',
    to: 'i=new r.ctor(h,r.name,r.strings,this,t)',
  },
  { what: 'this._$AP?.(!1,!0,s)' },
  { what: 'setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}' },
  { what: ',this._$Cv=e?.isConnected??!0' },
  { what: 'get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t)', to: 'u(t)' },
  {
    what: 'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
  },
  {
    what: 'class H{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}',
    to: 'class H{',
  },
  { what: 'get _$AU(){return this._$AM?._$AU??this._$Cv}' },
  // Nor does one stand in a text area, the only element of the kind that a form has.
  {
    what: 'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
  },
  { what: '(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', to: 'c=p' },
  { what: '(c=n??v,d=-1)', to: '(c=v,d=-1)' },
  { what: '(c=p,n=void 0)', to: 'c=p' },
]

const ELEMENT: readonly Cut[] = [
  {
    what: 'createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}',
  },
]

const ELEMENT_WITHOUT_DIRECTIVES: readonly Cut[] = [
  { what: 'this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),' },
  {
    what: 'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}',
  },
]

/** Takes the cuts out of one of Lit's files. */
export function cutOut(file: string, code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, { what, to = '' }) => {
    const [before, after, ...more] = left.split(what)
    if (after === undefined || more.length)
      throw new Error(
        `${file} is not what it was: "${what.slice(0, 60)}" is there ${more.length ? 'more than once' : 'no more'}. ` +
          'See what this release of Lit does there, and change test/build/lean-lit.ts.',
      )
    return before + to + after
  }, code)
}

/** The cuts of a file of Lit, by the end of its path. */
export const cutsOf = (file: string, directives: boolean): readonly Cut[] =>
  file === 'reactive-element.js'
    ? REACTIVE
    : file === 'lit-html.js'
      ? [...HTML, ...(directives ? [] : WITHOUT_DIRECTIVES)]
      : file === 'lit-element.js'
        ? [...ELEMENT, ...(directives ? [] : ELEMENT_WITHOUT_DIRECTIVES)]
        : []

/** See the head of this file. `directives`: does the element use any? */
export function leanLit(directives: boolean): Plugin {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    transform(code, id) {
      const [, file] =
        /node_modules\/(?:@lit|lit-html|lit-element)\/(?:reactive-element\/)?([\w-]+\.js)$/.exec(id) ?? []
      if (file === undefined) return null
      if (file === 'css-tag.js') return { code: STYLES, map: null }
      if (file === 'directive.js' && !directives)
        throw new Error('a directive in an element that is built without them: see vite.config.ts')
      return {
        code: cutOut(file, code, cutsOf(file, directives))
          .replace(/\b\w+\.\w+(Polyfill|Hydrate)Support\b/g, 'undefined')
          .replace(/\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g, '0'),
        map: null,
      }
    },
  }
}
