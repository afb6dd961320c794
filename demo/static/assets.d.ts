// Asset imports: the URL of a copied file.
declare module '*.wasm?url' {
  const url: string
  export default url
}
