/** The oldest Node, the same as `engines` of the packages. */
const NEEDS = [22, 19]

const [major, minor] = process.versions.node.split('.').map(Number)

/** The sentence about a Node that is too old; `null` for another one. */
export const tooOld =
  major < NEEDS[0] || (major === NEEDS[0] && minor < NEEDS[1])
    ? `Node ${NEEDS.join('.')} or newer is needed; this is ${process.versions.node}. Install it, or put one beside the package: npm install node@24`
    : null
