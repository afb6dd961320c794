/** Names the needed version of Node instead of failing inside a module. The same as `engines` of the packages. */
const NEEDS = [22, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < NEEDS[0] || (major === NEEDS[0] && minor < NEEDS[1])) {
  console.error(
    `Node ${NEEDS.join('.')} or newer is needed; this is ${process.versions.node}. Install it, or put one beside the package: npm install node@24`,
  )
  process.exit(1)
}
