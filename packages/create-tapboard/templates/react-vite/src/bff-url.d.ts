/** The address of the BFF, from `vite.config.ts`. */
declare const BFF_URL: string
