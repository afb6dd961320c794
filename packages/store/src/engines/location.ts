/** Where a store is. */
export type StoreLocation =
  | { readonly engine: 'sqlite'; readonly path: string | undefined }
  | { readonly engine: 'postgres'; readonly connectionString: string }
