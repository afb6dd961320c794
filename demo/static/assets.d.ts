// A file that the build puts beside the code, by its address.
declare module '*.wasm?url' {
  const url: string
  export default url
}
