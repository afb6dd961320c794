// Asset imports of the site's build: styles and URLs.
declare module '*.css'
declare module '*.css?url' {
  const url: string
  export default url
}
declare module '*.css?raw' {
  const text: string
  export default text
}
