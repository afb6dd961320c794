// Files that the build of the site takes in: styles for the page, and their addresses.
declare module '*.css'
declare module '*.css?url' {
  const url: string
  export default url
}
declare module '*.css?raw' {
  const text: string
  export default text
}
