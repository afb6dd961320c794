/** Says which Node is needed, instead of failing somewhere inside. The same as `engines` of package.json. */
const NEEDS = [22, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < NEEDS[0] || (major === NEEDS[0] && minor < NEEDS[1])) {
  console.error(
    `Node ${NEEDS.join('.')} or newer is needed; this is ${process.versions.node}. Install it, or put one beside the package: npm install node@24`,
  )
  process.exit(1)
}
