import config from './wtr.config.mjs'
const re = new RegExp(process.env.ONLY ?? 'merchant-apply|steps')
export default { ...config, groups: config.groups.map((g) => Array.isArray(g.files) ? { ...g, files: g.files.filter((f) => re.test(f)) } : g) }
