// Options that code reads by name, while a page may have put members of these names into `Object.prototype`.

/** The same members without a prototype: the platform reads inherited members of its options, too. */
export const own = <Members extends object>(members: Members): Members =>
  Object.setPrototypeOf({ ...members }, null) as Members
